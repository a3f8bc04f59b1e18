import type { SendCommon } from '@recado/contract/send-common'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import type { ConnectionEntry } from '@recado/infra/directory/directory'
import type { CommandContext } from '@recado/infra/event-store/fact-metadata'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { callProvider } from '@recado/infra/sending/call-provider'
import { learnPhone } from '@recado/infra/sending/learn-phone'
import { outboundMessage } from '@recado/infra/sending/outbound-message'
import { settleAttempt } from '@recado/infra/sending/settle-attempt'
import { NAMESPACES, uuidOf } from '@recado/infra/uuid-v5'
import { commandContext } from '../command-context.ts'
import type { CommandDeps } from '../deps.ts'
import type { KeyInput, WriteAnswer } from '../route.ts'
import { settleWrite } from '../settle-write.ts'
import { acknowledge, firstAnswer, withHeaders } from './acknowledge.ts'
import { type ClaimedSend, claimSend, type SendOrder } from './claim-send.ts'
import { findTarget, type NewAim } from './find-target.ts'
import { fingerprint } from './fingerprint.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { REUSED_KEY, replaySend } from './replay-send.ts'
import { type RequestedSend, requestedSend, type SendContent } from './requested-send.ts'
import type { Target } from './resolve-target.ts'
import { type NamedTemplate, templateText } from './template-text.ts'

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
  if (aim instanceof HttpProblem) return aim
  const asked = aim.repeated || deps.sending.running.has(message_id)
  const repeated = asked ? await replaySend(deps, order) : null
  if (repeated !== null || aim.repeated) return repeated ?? invalidInput(REUSED_KEY)
  const sent = await whileRunning(deps, message_id, () => send(deps, order, aim, input))
  return sent ?? (await replaySend(deps, order)) ?? invalidInput(REUSED_KEY)
}

/** @returns null when the message was asked for before */
async function send(
  deps: CommandDeps,
  order: SendOrder,
  { connection, target }: NewAim,
  input: SendInput,
): Promise<WriteAnswer | HttpProblem | null> {
  const text = await shownText(deps, connection, order.send)
  if (text instanceof HttpProblem) return text
  const context = commandContext(input, deps)
  const worded = { ...order, send: { ...order.send, text } }
  const claimed = await claimSend(deps, worded, target, context)
  if (claimed === null) return null
  return carryOut(deps, connection, claimed, target, context)
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

/** Calls the provider, records what came of it, and answers. */
async function carryOut(
  deps: CommandDeps,
  connection: ConnectionEntry,
  { send, position: requested }: ClaimedSend,
  { wa_id, lid }: Target,
  context: CommandContext,
): Promise<WriteAnswer | HttpProblem> {
  const { sending } = deps
  const call = outboundMessage(send, wa_id, lid)
  const outcome = await callProvider(sending, connection, call, sending.patience)
  const settling = { ...deps, background: sending.background }
  learnPhone(settling, send.ids, call, outcome, context)
  const settled = await settleAttempt(settling, send, outcome, context)
  const position = settled ?? requested
  deps.cache.forget(streamOf(send))
  const answer = acknowledge(send, firstAnswer(outcome), position)
  if (!(answer instanceof HttpProblem)) return answer
  // A refused message is kept and can be read at once like any other.
  return withHeaders(answer, await settleWrite(position, deps))
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

function streamOf({ ids }: OutboundMessage): string {
  return `${message.category}-${ids.message_id}`
}
