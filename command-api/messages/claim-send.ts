import { isRefusal } from '@recado/domain/decision'
import type { MessageSendRequested } from '@recado/domain/message/events'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import { requestSend } from '@recado/domain/message/request-send'
import { ensureConversation } from '@recado/infra/contacts/open-conversation'
import { type GivenIdentity, resolveContact } from '@recado/infra/contacts/resolve-contact'
import { RevisionConflict, StoreUnavailable } from '@recado/infra/event-store/errors'
import { type CommandContext, newEvents } from '@recado/infra/event-store/fact-metadata'
import type { CommandDeps } from '../deps.ts'
import { putOffSend } from './put-off-send.ts'
import type { RequestedRecipient, RequestedSend } from './requested-send.ts'
import type { Target } from './resolve-target.ts'

/** The send as requested, and where in the log. */
export type ClaimedSend = { readonly send: OutboundMessage; readonly position: bigint }

/** What a request says beside its target. */
export type SendOrder = {
  readonly account_id: string
  readonly message_id: string
  readonly send: RequestedSend
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
}

/**
 * Writes the intent, which claims attempt 1, after the person and the conversation where they are new.
 * @returns null when the message was asked for before
 */
export async function claimSend(
  deps: CommandDeps,
  order: SendOrder,
  target: Target,
  context: CommandContext,
): Promise<ClaimedSend | null> {
  const ids = { message_id: order.message_id, ...(await place(deps, order, target, context)) }
  const facts = requestSend(intent(order, target, ids, context), message.initialState)
  if (isRefusal(facts)) return null
  const stream = `${message.category}-${order.message_id}`
  const events = newEvents(facts, context)
  try {
    const appended = await deps.store.append(stream, 'no_stream', events)
    const state = facts.reduce(message.evolve, message.initialState)
    deps.cache.put(stream, { state, revision: appended.revision })
    return { send: state as OutboundMessage, position: appended.position }
  } catch (error) {
    if (error instanceof RevisionConflict) return null
    const [request] = events
    const unanswered = error instanceof StoreUnavailable && error.outcomeUnknown
    if (unanswered && order.idempotency !== null && request !== undefined)
      putOffSend(deps, stream, request, context)
    throw error
  }
}

async function place(
  deps: CommandDeps,
  { account_id, send: { recipient } }: SendOrder,
  { connection_id, contact_id: known, conversation_id }: Target,
  context: CommandContext,
) {
  const person = { account_id, connection_id, identities: identitiesOf(recipient) }
  const contact_id = known ?? (await resolveContact(deps, person, context))
  const pair = { connection_id, contact_id }
  return {
    ...pair,
    conversation_id: conversation_id ?? (await ensureConversation(deps.store, pair, context)),
  }
}

function intent(
  { send, idempotency }: SendOrder,
  { phone, business_scoped_user_id }: Target,
  ids: Pick<
    MessageSendRequested['data'],
    'message_id' | 'connection_id' | 'contact_id' | 'conversation_id'
  >,
  context: CommandContext,
): MessageSendRequested['data'] {
  return {
    ...ids,
    message_type: send.message_type,
    text: send.text,
    content: send.content,
    recipient: { phone, business_scoped_user_id },
    reply_to_message_id: send.reply_to_message_id,
    biz_opaque_callback_data: send.biz_opaque_callback_data,
    idempotency,
    requested_at: context.now().toISOString(),
  }
}

function identitiesOf(recipient: RequestedRecipient | null): readonly GivenIdentity[] {
  const kinds = [
    'phone',
    'business_scoped_user_id',
    'parent_business_scoped_user_id',
    'username',
  ] as const
  return kinds.flatMap((kind) => {
    const value = recipient?.[kind] ?? null
    return value === null ? [] : [{ kind, value }]
  })
}
