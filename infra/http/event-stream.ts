export const EVENT_STREAM = 'text/event-stream'
