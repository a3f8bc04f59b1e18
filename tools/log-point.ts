/** A point of the log that an option names: the position of an event, or a time in the form of an event's `created`. */
export type LogPoint = { readonly position: bigint } | { readonly time: string }

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** Digits are a position, and a day begins at midnight UTC. Null when the text is neither. */
export function readLogPoint(text: string): LogPoint | null {
  if (/^\d{1,18}$/.test(text)) return { position: BigInt(text) }
  const ms = TIME.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : { time: new Date(ms).toISOString() }
}

/** Date.parse takes a day that its month does not have for one of the next month. */
function isDay(day: string): boolean {
  const ms = Date.parse(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
