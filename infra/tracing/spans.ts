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

// Without an exporter these spans record nothing: they only hand on the place in the trace that they were given.
const tracer = trace.getTracer('recado')

const KINDS = {
  /** Somebody asked us. */
  server: SpanKind.SERVER,
  /** We ask somebody. */
  client: SpanKind.CLIENT,
  /** We work on what stands in the log. */
  consumer: SpanKind.CONSUMER,
} as const

/**
 * Begins a span; whoever does ends it. Names and attributes hold nothing secret or personal, and names are few.
 * @param of.parent what caused it, in any process and however long ago; without it a trace begins
 */
export function beginSpan(
  name: string,
  of: {
    readonly kind: keyof typeof KINDS
    readonly parent?: string | string[] | undefined
    /** Where else it may belong to, as a stranger says. */
    readonly link?: string | string[] | undefined
    readonly attributes: Attributes
    /** Now, unless told. */
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

/** Where in a trace a span stands; undefined when there is no trace. */
export function traceparentOf(span: Span): Traceparent | undefined {
  const context = span.spanContext()
  return isSpanContextValid(context) ? writeTraceparent(context) : undefined
}

/** Ends a span. @param problem what went wrong, as a word */
export function endSpan(span: Span, attributes: Attributes = {}, problem?: string): void {
  span.setAttributes(attributes)
  if (problem !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: problem })
  span.end()
}

/** Does work within a span, which ends with it. What the work throws is told by its name alone. */
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
