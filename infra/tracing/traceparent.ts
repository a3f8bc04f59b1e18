import { isSpanContextValid, type SpanContext } from '@opentelemetry/api'

/** A place in a trace in the form of the W3C header `traceparent`, such as `00-<trace>-<span>-01`. */
export type Traceparent = string

const FORM = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Reads the header; null when it is missing or invalid, so that a new trace begins. */
export function readTraceparent(header: string | string[] | undefined): SpanContext | null {
  if (typeof header !== 'string') return null
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(header) ?? []
  if (version === '00' && more !== undefined) return null
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(context) ? context : null
}

export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): Traceparent {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`
}
