import type {
  MessageReceived,
  MessageSendRequested,
  MessageSent,
  MessageSentElsewhere,
} from '@recado/domain/message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { projection } from '../engine/projection.ts'
import { activityCounts, needsOfCounts } from './activity-row.ts'
import { waitingConversations } from './waiting-conversations.ts'

/**
 * Counts of messages and deliveries. The projection handles no facts: rows of the two lists are counted as they change,
 * so that a figure always matches its list. See docs/adr/0057.
 */
export const activityProjection = projection<
  MessageReceived | MessageSendRequested | MessageSent | MessageSentElsewhere
>({
  name: 'activity',
  tables: [activityCounts, waitingConversations],
  ddl: new URL('./activity.sql', import.meta.url),
  needs: {
    MessageReceived: countMessage,
    MessageSendRequested: countMessage,
    MessageSent: ({ data }) => [[waitingConversations, data.conversation_id]],
    MessageSentElsewhere: countMessage,
  },
  on: {
    MessageReceived: null,
    MessageSendRequested: null,
    MessageSent: null,
    MessageSentElsewhere: null,
  },
})

type OfMessage = RecordedEvent<{
  type: string
  data: { connection_id: string; conversation_id: string }
}>

function countMessage({ data, metadata }: OfMessage) {
  return [
    ...needsOfCounts(data.connection_id, metadata.recorded_at),
    [waitingConversations, data.conversation_id] as const,
  ]
}
