import { requestReplay } from '@recado/application/relay/replays'
import { Uuid } from '@recado/contract/ids'
import { eventAt } from '@recado/infra/event-store/event-at'
import { invalidInput } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute } from '../routing/route.ts'

const Position = z.string().regex(/^\d{1,19}$/, 'must be the position of a fact, in digits')

/** POST /relay/replay: stores the request and its actor in Postgres until the relay begins it. */
export const replayFactsRoute = operatorRoute({
  method: 'POST',
  url: '/relay/replay',
  summary: 'Publish the facts of the stream EVENTS again',
  description: `All from this position on, 0 for the whole log, in order, with the same CloudEvents ids, behind what the stream holds: what was not
    read yet stays, and a consumer that has seen a fact knows it by its id. A consumer that is still before the position
    meets it once more. Those older than the stream keeps are published too.`,
  body: z.object({ from_position: Position }),
  problems: [422],
  reply: { 202: z.object({ data: z.object({ id: Uuid, from_position: Position }) }) },
  async handle(input, deps) {
    const { from_position } = input.body
    const from = BigInt(from_position)
    if (from > 0n && (await eventAt(deps.store, from)) === null)
      return invalidInput(
        'from_position: no fact of the log stands there; give 0 or the position of an event',
      )
    const id = deps.newId()
    const { actor } = commandContext(input, deps, null)
    await requestReplay(deps.pool, { id, from }, `${actor.type}:${actor.id}`)
    return { status: 202, body: { data: { id, from_position } }, position: null }
  },
})
