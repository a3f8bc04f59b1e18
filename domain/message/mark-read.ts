import { type Decide, refuse } from '../decision.ts'
import type { MessageMarkedRead } from './events.ts'
import type { Message } from './message.ts'

export type MarkRead = { at: string }

export const markRead: Decide<
  MarkRead,
  Message,
  MessageMarkedRead,
  'message_not_found' | 'not_inbound'
> = ({ at }, state) => {
  if (state.origin === 'unwritten') return refuse('message_not_found')
  if (state.origin === 'api' || state.origin === 'sent_elsewhere') return refuse('not_inbound')
  if (state.marked_read) return []
  return [{ type: 'MessageMarkedRead', data: { ...state.ids, marked_at: at } }]
}
