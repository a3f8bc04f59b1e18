import { SHOWN_KINDS } from '@recado/domain/contact-identity/kinds'
import type { MessageIds } from '@recado/domain/message/events'
import { asNative } from '@recado/domain/native-json'
import type { CommandContext } from '../commands/command-context.ts'
import type { ClaimDeps } from '../contacts/claims.ts'
import { ensureConversation } from '../contacts/open-conversation.ts'
import { type GivenIdentity, resolveContact } from '../contacts/resolve-contact.ts'
import type { Intent, RequestedRecipient, SendCommand, Target } from './send-request.ts'

/** Builds the intent of a send; creates contact and conversation where they do not exist. */
export async function intendSend(
  deps: ClaimDeps,
  command: SendCommand,
  { target, quotes_own }: { readonly target: Target; readonly quotes_own: boolean },
  context: CommandContext,
): Promise<Intent> {
  const ids = {
    message_id: command.message_id,
    ...(await findOrCreateIds(deps, command, target, context)),
  }
  const intended = intentOf(command, target, ids, context)
  return quotes_own ? { ...intended, reply_to_own: true } : intended
}

async function findOrCreateIds(
  deps: ClaimDeps,
  { account_id, send: { recipient } }: SendCommand,
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

function intentOf(
  { send, idempotency }: SendCommand,
  { phone, business_scoped_user_id }: Target,
  ids: MessageIds,
  context: CommandContext,
): Intent {
  return {
    ...ids,
    message_type: send.message_type,
    text: send.text,
    content: asNative(send.content),
    recipient: { phone, business_scoped_user_id },
    reply_to_message_id: send.reply_to_message_id,
    biz_opaque_callback_data: send.biz_opaque_callback_data,
    idempotency,
    ...(send.on_unknown && { on_unknown: send.on_unknown }),
    requested_at: context.now().toISOString(),
  }
}

function identitiesOf(recipient: RequestedRecipient | null): readonly GivenIdentity[] {
  return SHOWN_KINDS.flatMap((kind) => {
    const value = recipient?.[kind] ?? null
    return value === null ? [] : [{ kind, value }]
  })
}
