import type { Filter } from './event-store.ts'

/** Whether a filter selects the facts of a stream. */
export function selects({ streamPrefixes }: Filter, stream: string): boolean {
  return streamPrefixes.length === 0 || streamPrefixes.some((prefix) => stream.startsWith(prefix))
}

/** The narrowest filter that selects what any of these does; equal for equal selections. */
export function unionOf(filters: readonly Filter[]): Filter {
  if (filters.some(({ streamPrefixes }) => streamPrefixes.length === 0))
    return { streamPrefixes: [] }
  const all = [...new Set(filters.flatMap(({ streamPrefixes }) => streamPrefixes))].sort()
  const isCovered = (prefix: string) =>
    all.some((other) => other !== prefix && prefix.startsWith(other))
  return { streamPrefixes: all.filter((prefix) => !isCovered(prefix)) }
}
