import { isSpanContextValid, type SpanContext } from '@opentelemetry/api'

/** Where in a trace something was caused, as the W3C's header of this name has it, such as `00-<trace>-<span>-01`. */
export type Traceparent = string

const FORM = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** What a header says; null when it says nothing that can be read, and then a trace begins here. */
export function readTraceparent(header: string | string[] | undefined): SpanContext | null {
  if (typeof header !== 'string') return null
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(header) ?? []
  if (version === '00' && more !== undefined) return null
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(context) ? context : null
}

/** The header of a place in a trace. */
export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): Traceparent {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`
}
