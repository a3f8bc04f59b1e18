import { conversation } from '@recado/domain/conversation/conversation'
import { openConversation } from '@recado/domain/conversation/open-conversation'
import { isRefusal } from '@recado/domain/decision'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { appendFirst } from '../commands/append-first.ts'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import { conversationId, streamOf } from '../ids.ts'

/** Opens the conversation unless it exists. @returns its id */
export async function ensureConversation(
  store: EventStore,
  pair: { readonly connection_id: string; readonly contact_id: string },
  context: CommandContext,
): Promise<string> {
  const conversation_id = conversationId(pair)
  const at = context.now().toISOString()
  const facts = openConversation({ ...pair, conversation_id, at }, conversation.initialState)
  if (isRefusal(facts)) return conversation_id
  await appendFirst(store, streamOf(conversation, conversation_id), newEvents(facts, context))
  return conversation_id
}
