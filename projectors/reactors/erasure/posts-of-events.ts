import type {
  ProviderEventReceived,
  ProviderPostReceived,
} from '@recado/domain/provider-event/events'
import { keysOf, type RecordedEvent } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import type { FoundData } from './portions.ts'
import type { Search } from './search.ts'

/** Notes where the body of a post stands that brought several changes. */
export function noteOf(posts: Map<string, Set<string>>, { data }: RecordedEvent): void {
  const { body, body_sha256, received_at } = data as ProviderEventReceived['data']
  if (body !== null) return
  const stream = dayStream('providerPost', null, new Date(received_at))
  posts.set(stream, (posts.get(stream) ?? new Set()).add(body_sha256))
}

/** The bodies of posts. */
export async function* postsIn(
  store: Search['store'],
  stream: string,
  hashes: ReadonlySet<string>,
): AsyncGenerator<FoundData> {
  for await (const fact of store.readStream(stream))
    if (hashes.has((fact.data as ProviderPostReceived['data']).body_sha256))
      yield { kind: 'raw_event', id: null, keys: keysOf(fact) }
}
