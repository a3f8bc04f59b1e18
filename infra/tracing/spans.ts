import {
  type Attributes,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { readTraceparent, type Traceparent, writeTraceparent } from './traceparent.ts'

export type { Span, Traceparent }

// Without an exporter spans record nothing and only pass on the trace context they were given.
const tracer = trace.getTracer('recado')

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

/**
 * Begins a span, which the caller must end. Names and attributes hold nothing secret or personal, and names are few.
 * @param of.parent `traceparent` of the cause, in any process and at any time; without it a new trace begins
 */
export function beginSpan(
  name: string,
  of: {
    readonly kind: keyof typeof KINDS
    readonly parent?: string | string[] | undefined
    /** An unverified `traceparent` of a stranger. */
    readonly link?: string | string[] | undefined
    readonly attributes: Attributes
    /** Now by default. */
    readonly startedAt?: Date
  },
): Span {
  const parent = of.parent === undefined ? null : readTraceparent(of.parent)
  const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
  const linked = of.link === undefined ? null : readTraceparent(of.link)
  const { attributes, startedAt: startTime } = of
  const links = linked === null ? [] : [{ context: linked }]
  const options = { kind: KINDS[of.kind], attributes, links, ...(startTime && { startTime }) }
  return tracer.startSpan(name, options, context)
}

/** The place of a span in its trace; undefined without a trace. */
export function traceparentOf(span: Span): Traceparent | undefined {
  const context = span.spanContext()
  return isSpanContextValid(context) ? writeTraceparent(context) : undefined
}

/** Ends a span. @param problem one word for what went wrong */
export function endSpan(span: Span, attributes: Attributes = {}, problem?: string): void {
  span.setAttributes(attributes)
  if (problem !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: problem })
  span.end()
}

/** Runs work within a span. Of an error only the name is recorded. */
export async function withinSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  let problem: string | undefined
  try {
    return await work()
  } catch (error) {
    problem = error instanceof Error ? error.name : 'thrown'
    throw error
  } finally {
    endSpan(span, {}, problem)
  }
}
