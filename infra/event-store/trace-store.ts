import { beginSpan, withinSpan } from '../tracing/spans.ts'
import type { EventStore, Journal, NewEvent } from './event-store.ts'

/** The same log; each append becomes a span in the trace that its facts name. */
export function traceStore({ store, journal }: { store: EventStore; journal: Journal }) {
  return {
    store: {
      ...store,
      append: (...given: Parameters<EventStore['append']>) =>
        withinAppendSpan(given[0], given[2], () => store.append(...given)),
    } satisfies EventStore,
    journal: {
      record: (...given: Parameters<Journal['record']>) =>
        withinAppendSpan(given[0], given[1], () => journal.record(...given)),
    } satisfies Journal,
  }
}

/** An append without a trace gets no span. */
function withinAppendSpan<T>(
  stream: string,
  events: readonly NewEvent[],
  append: () => Promise<T>,
): Promise<T> {
  const parent = events[0]?.metadata.traceparent
  if (parent === undefined) return append()
  const category = stream.slice(0, stream.indexOf('-'))
  const types = events.map(({ type }) => type)
  const attributes = { 'recado.stream': stream, 'recado.facts': types.slice(0, 16) }
  return withinSpan(beginSpan(`append ${category}`, { kind: 'client', parent, attributes }), append)
}
