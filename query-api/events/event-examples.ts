import { webhookExamples } from '@recado/contract/webhook-examples'
import { cursorAt } from './cursor.ts'
import { eventFrame } from './event-frames.ts'

/** Two events of one conversation, with their places in the log. */
const events = [
  [18446, { ...webhookExamples['whatsapp.message.received'], sequence: null }],
  [18452, { ...webhookExamples['whatsapp.message.sent'], sequence: null }],
] as const

/** The last page so far. */
export const pageExample = {
  value: { data: events.map(([, event]) => event), next_cursor: cursorAt(18452), has_more: false },
}

/** The stream as it begins after that place, with both events as they come. */
export const streamExample = {
  value: events.map(([logId, event]) => eventFrame(logId, JSON.stringify(event))).join(''),
}
