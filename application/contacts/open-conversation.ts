import { conversation } from '@recado/domain/conversation/conversation'
import { openConversation } from '@recado/domain/conversation/open-conversation'
import { isRefusal } from '@recado/domain/decision'
import { RevisionConflict } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import { conversationId, streamOf } from '../ids.ts'

/** Opens the conversation of a number and a person, unless somebody has. @returns its id */
export async function ensureConversation(
  store: EventStore,
  pair: { readonly connection_id: string; readonly contact_id: string },
  context: CommandContext,
): Promise<string> {
  const conversation_id = conversationId(pair.connection_id, pair.contact_id)
  const at = context.now().toISOString()
  const facts = openConversation({ ...pair, conversation_id, at }, conversation.initialState)
  if (isRefusal(facts)) return conversation_id
  try {
    await store.append(
      streamOf(conversation, conversation_id),
      'no_stream',
      newEvents(facts, context),
    )
  } catch (error) {
    // It was opened meanwhile: that is all we wanted.
    if (!(error instanceof RevisionConflict)) throw error
  }
  return conversation_id
}
