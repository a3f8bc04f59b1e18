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
  description: `Publishes all facts from this position on (0: the whole log) again, in order, with the same CloudEvents ids, after what
    the stream contains. Facts that nobody has read yet stay, and a consumer recognises a fact that it has seen by its id. A consumer that
    has not reached the position yet receives these facts twice. Facts older than the stream's retention are published too.`,
  body: z.object({ from_position: Position }),
  problems: [422],
  reply: { 202: z.object({ data: z.object({ id: Uuid, from_position: Position }) }) },
  async handle(input, deps) {
    const { from_position } = input.body
    const from = BigInt(from_position)
    if (from > 0n && (await eventAt(deps.store, from)) === null)
      return invalidInput(
        'from_position: the log has no fact at this position; give 0 or the position of a fact',
      )
    const id = deps.newId()
    const { actor } = commandContext(input, deps, null)
    await requestReplay(deps.pool, { id, from }, `${actor.type}:${actor.id}`)
    return { status: 202, body: { data: { id, from_position } }, position: null }
  },
})
