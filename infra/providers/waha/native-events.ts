/** The events that every session sends. `message.any` contains everything of `message`, and also echoes. */
export const WAHA_EVENTS: readonly string[] = [
  'session.status',
  'message.any',
  'message.ack',
  'message.reaction',
  'message.edited',
  'message.revoked',
]
