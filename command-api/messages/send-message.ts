import { concludeAttempt } from '@recado/application/sending/conclude-attempt'
import { learnPhone } from '@recado/application/sending/learn-phone'
import { outboundMessage } from '@recado/application/sending/outbound-message'
import type { SendCommon } from '@recado/contract/send-common'
import { message } from '@recado/domain/message/message'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { NAMESPACES, uuidOf } from '@recado/infra/uuid-v5'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../request-context.ts'
import type { KeyInput, WriteAnswer } from '../route.ts'
import { waitForReadModels } from '../wait-for-read-models.ts'
import { acknowledge, notRecorded, OPEN, toldAnswer, withHeaders } from './acknowledge.ts'
import type { RequestedStanding } from './append-intent.ts'
import { carryOut } from './carry-out.ts'
import { findTarget, type NewAim } from './find-target.ts'
import { fingerprint } from './fingerprint.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { intendSend, type SendOrder } from './intend-send.ts'
import { replaySend, stillRunning } from './replay-send.ts'
import { type RequestedSend, requestedSend, type SendContent } from './requested-send.ts'
import { type NamedTemplate, templateText } from './template-text.ts'
import type { Errand, Tried } from './try-send.ts'

/** A validated call of any send route. */
export type SendInput = Pick<
  KeyInput<unknown, unknown, SendCommon>,
  'account' | 'caller' | 'body' | 'request' | 'requestId'
>

/**
 * The core that all send routes share. A known person costs one statement and two appends: the intent before
 * the provider is called, the outcome after.
 */
export async function sendMessage(
  input: SendInput,
  content: SendContent,
  deps: CommandDeps,
): Promise<WriteAnswer | HttpProblem> {
  const order = orderOf(input, content, deps)
  if (order instanceof HttpProblem) return order
  const { message_id, idempotency } = order
  const aim = await findTarget(deps, order.account_id, order.send, idempotency && message_id)
  if (aim instanceof HttpProblem) return turnAway(deps, order, aim)
  const text = aim.repeated ? '' : await shownText(deps, aim.connection, order.send)
  if (text instanceof HttpProblem) return turnAway(deps, order, text)
  const asked = aim.repeated || deps.sending.running.has(message_id)
  const repeated = asked ? await replaySend(deps, order) : null
  if (repeated !== null || aim.repeated) return repeated ?? stillRunning()
  const worded = { ...order, send: { ...order.send, text } }
  const sent = await whileRunning(deps, message_id, () => send(deps, worded, aim, input))
  return sent ?? (await replaySend(deps, order)) ?? stillRunning()
}

// What the key stands for has its answer, though the read models do not know it yet and no target fits any more.
async function turnAway(deps: CommandDeps, order: SendOrder, problem: HttpProblem) {
  return (order.idempotency && (await replaySend(deps, order))) ?? problem
}

/** @returns null when the message was asked for before, or somebody else has it and the caller can ask again */
async function send(
  deps: CommandDeps,
  order: SendOrder,
  { connection, target }: NewAim,
  input: SendInput,
): Promise<WriteAnswer | HttpProblem | null> {
  const context = commandContext(input, deps)
  const errand = { deps, connection, target, context }
  const carried = await carryOut(errand, await intendSend(deps, order, target, context))
  if (carried === null) return null
  const { requested, tried } = carried
  if (tried !== null) return settle(errand, requested, tried)
  return order.idempotency === null ? acknowledge(requested.send, OPEN, requested.position) : null
}

// A template's words are looked up last: a repeat is one whatever has become of the template.
function shownText(
  { pool }: CommandDeps,
  connection: ConnectionEntry,
  { message_type, text, content }: RequestedSend,
): Promise<string | HttpProblem> | string {
  return message_type === 'template'
    ? templateText(pool, connection, content as NamedTemplate)
    : text
}

function orderOf(
  { body, account, request }: SendInput,
  content: SendContent,
  { newId }: CommandDeps,
): SendOrder | HttpProblem {
  const keyed = idempotencyKey(request.headers['idempotency-key'])
  if (keyed instanceof HttpProblem) return keyed
  const send = requestedSend(body, content)
  if (send instanceof HttpProblem) return send
  const { key } = keyed
  if (key === null) return { account_id: account.id, message_id: newId(), send, idempotency: null }
  const message_id = uuidOf(NAMESPACES.message, account.id, key)
  const idempotency = { key, fingerprint: fingerprint(send) }
  return { account_id: account.id, message_id, send, idempotency }
}

/** Records what came of a send, and answers. */
async function settle(
  { deps, target, context }: Errand,
  { position: requested }: RequestedStanding,
  { standing: { send }, attempt, claimed, outcome }: Tried,
): Promise<WriteAnswer | HttpProblem> {
  const settling = { ...deps, background: deps.sending.background }
  learnPhone(settling, send.ids, outboundMessage(send, target.wa_id, target.lid), outcome, context)
  const ended = { ids: send.ids, attempt, claimed }
  const settled = await concludeAttempt(settling, ended, outcome, context)
  const position = settled?.position ?? requested
  deps.cache.forget(`${message.category}-${send.ids.message_id}`)
  const told = toldAnswer(send, outcome, settled)
  if (told === null) return notRecorded()
  const answer = acknowledge(send, told, position)
  if (!(answer instanceof HttpProblem)) return answer
  // A refused message is kept and can be read at once like any other.
  return withHeaders(answer, await waitForReadModels(position, deps))
}

async function whileRunning<T>(
  { sending: { running } }: CommandDeps,
  messageId: string,
  work: () => Promise<T>,
): Promise<T> {
  const call = work()
  running.set(messageId, call)
  try {
    return await call
  } finally {
    running.delete(messageId)
  }
}
