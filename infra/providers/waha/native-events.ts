/** What every session is told to send. `message.any` holds what `message` does, and the echoes besides. */
export const WAHA_EVENTS: readonly string[] = [
  'session.status',
  'message.any',
  'message.ack',
  'message.reaction',
  'message.edited',
  'message.revoked',
]
