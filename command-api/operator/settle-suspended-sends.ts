import { execute } from '@recado/application/commands/execute'
import { newestPosition } from '@recado/application/newest-position'
import {
  countSuspended,
  suspendedSend,
  suspendedSends,
} from '@recado/application/sending/suspended-sends'
import { Uuid } from '@recado/contract/ids'
import type { Refusal } from '@recado/domain/decision'
import type { MessageEvent, SendError } from '@recado/domain/message/events'
import { giveUpSend } from '@recado/domain/message/give-up-send'
import { type Message, message } from '@recado/domain/message/message'
import { releaseSend } from '@recado/domain/message/release-send'
import type { RouteInput } from '@recado/infra/http/api-route'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute } from '../routing/route.ts'

/** Settles a suspended send. `to` is the log id up to which sends are suspended. */
type Settle = (
  to: number,
  at: string,
) => (state: Message) => readonly MessageEvent[] | Refusal<'send_not_found'>

type Causing = Pick<RouteInput, 'request' | 'requestId' | 'caller'>

type Found = { readonly message_id: string; readonly account_id: string; readonly log_id: number }

const release: Settle = (suspended_to, at) => (state) => releaseSend({ suspended_to, at }, state)
const giveUp: Settle = (_, at) => (state) => giveUpSend({ at, error: GIVEN_UP }, state)

const GIVEN_UP: SendError = {
  code: 'given_up_after_restore',
  class: 'unknown',
  title: 'The send was open when the log was restored from a backup, and an operator gave it up',
  details: null,
}

const RELEASE_DESCRIPTION = `It goes on as its caller asked: a deferred send goes out at once, and one whose outcome is unknown
  only with \`on_unknown\` retry. It is sent twice if it went out after the backup.`
const GIVE_UP_DESCRIPTION =
  'It counts as failed; a status of the provider that arrives later still wins.'

export const releaseSuspendedSendRoute = settleOneRoute(
  'release',
  'Release a suspended send',
  RELEASE_DESCRIPTION,
  release,
)
export const giveUpSuspendedSendRoute = settleOneRoute(
  'give-up',
  'Give up a suspended send',
  GIVE_UP_DESCRIPTION,
  giveUp,
)
export const releaseSuspendedSendsRoute = settleAllRoute(
  'release',
  'Release all suspended sends',
  RELEASE_DESCRIPTION,
  release,
)
export const giveUpSuspendedSendsRoute = settleAllRoute(
  'give-up',
  'Give up all suspended sends',
  GIVE_UP_DESCRIPTION,
  giveUp,
)

function settleOneRoute(verb: string, summary: string, description: string, settle: Settle) {
  return operatorRoute({
    method: 'POST',
    url: `/suspended-sends/:id/${verb}`,
    summary,
    description,
    params: z.object({ id: Uuid }),
    problems: [404],
    reply: { 200: z.object({ data: z.object({ message_id: Uuid }) }) },
    async handle(input, deps) {
      const to = await suspendedTo(deps)
      const [found] = await runOn(deps.pool)<Found>(suspendedSend(to, input.params.id))
      if (found === undefined || to === null) return notSuspended()
      const position = await settleOne(deps, input, found, settle, to)
      return { status: 200, body: { data: { message_id: found.message_id } }, position }
    },
  })
}

/** How long one call settles sends, ms: less than any gateway waits. */
const MAX_CALL_MS = 20_000
const MAX_AT_ONCE = 32

function settleAllRoute(verb: string, summary: string, description: string, settle: Settle) {
  return operatorRoute({
    method: 'POST',
    url: `/suspended-sends/${verb}`,
    summary,
    description: `${description} Repeat the call while \`left\` is above 0.`,
    reply: { 200: z.object({ data: z.object({ settled: z.int(), left: z.int() }) }) },
    async handle(input, deps) {
      const to = await suspendedTo(deps)
      const { last, ...done } = to === null ? NOTHING : await settleEach(deps, input, settle, to)
      const [counted] = await runOn(deps.pool)<{ total: number }>(countSuspended(to, last))
      const data = { settled: done.settled, left: counted?.total ?? 0 }
      return { status: 200, body: { data }, position: done.position }
    },
  })
}

/** `last` is the log id of the last send settled, and `position` that of the last fact. */
type Done = { readonly settled: number; readonly last: number; readonly position: bigint | null }

const NOTHING: Done = { settled: 0, last: 0, position: null }

async function settleEach(
  deps: CommandDeps,
  input: Causing,
  settle: Settle,
  to: number,
): Promise<Done> {
  const deadline = performance.now() + MAX_CALL_MS
  let { settled, last, position } = NOTHING
  while (performance.now() < deadline) {
    const found = await runOn(deps.pool)<Found>(suspendedSends(to, last, MAX_AT_ONCE))
    const newest = found.at(-1)
    if (newest === undefined) break
    const positions = await Promise.all(found.map((one) => settleOne(deps, input, one, settle, to)))
    position = newestPosition([position, ...positions])
    settled += found.length
    last = newest.log_id
  }
  return { settled, last, position }
}

async function suspendedTo({ vault }: CommandDeps): Promise<number | null> {
  return (await vault.knownLog.recall()).known?.suspended_to ?? null
}

async function settleOne(
  deps: CommandDeps,
  input: Causing,
  { message_id: id, account_id }: Found,
  settle: Settle,
  to: number,
): Promise<bigint | null> {
  const context = commandContext(input, deps, account_id)
  const decision = settle(to, context.now().toISOString())
  const decide = (_: null, state: Message) => decision(state)
  const execution = { aggregate: message, id, decide, command: null, context }
  const outcome = await execute(deps, execution)
  return outcome.refused === undefined ? outcome.position : null
}

function notSuspended(): HttpProblem {
  return new HttpProblem(
    404,
    'not_found',
    'no send with this id is suspended (any more); give a message_id of GET /suspended-sends',
  )
}
