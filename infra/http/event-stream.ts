/** The media type of an answer that goes on: server-sent events. */
export const EVENT_STREAM = 'text/event-stream'
