import type { ShownFact } from '@recado/application/facts/shown-fact'
import { StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'

type Reads = Pick<EventStore, 'readStream'>

/** Drops facts of deleted streams, which reads of the whole log still return until the server is scavenged. */
export async function keptFacts(
  store: Reads,
  facts: readonly ShownFact[],
): Promise<readonly ShownFact[]> {
  const firsts = new Map<string, number>()
  for (const { stream } of facts)
    if (isOfDay(stream) && !firsts.has(stream)) firsts.set(stream, await firstOf(store, stream))
  return facts.filter(({ stream, revision }) => revision >= (firsts.get(stream) ?? 0))
}

/** Only journals are deleted, by day. */
function isOfDay(stream: string): boolean {
  return /\.\d{8}$/.test(stream)
}

async function firstOf(store: Reads, stream: string): Promise<number> {
  try {
    for await (const { revision } of store.readStream(stream, 0n, 1)) return Number(revision)
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error
  }
  return Number.POSITIVE_INFINITY
}
