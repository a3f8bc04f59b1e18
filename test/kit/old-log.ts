import type { Config } from '@recado/infra/config'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { copyLog } from '@recado/tools/import/copy-log'
import { startStore, type TestStore } from './event-store.ts'
import { keyedLog } from './keyed-log.ts'

/**
 * A log as it would be if nothing were sealed or keyed: the facts of a product's log, opened, in a store of their own.
 * @param asked what clients called each request that they made
 */
export async function oldLogOf(config: Config, asked: string): Promise<TestStore> {
  const made = await startStore('old_log')
  const [{ store: sealed }, { store: to }] = [keyedLog(config), connectEventStore(made.url)]
  const from: EventStore = {
    ...sealed,
    readAll: (range) => withoutKeys(sealed.readAll(range), asked),
  }
  await copyLog({ from, to, signal: new AbortController().signal, onRead: () => undefined })
  await Promise.all([sealed.close(), to.close()])
  return made
}

async function* withoutKeys(events: AsyncIterable<RecordedEvent>, asked: string) {
  for await (const { metadata, ...event } of events) {
    const { kid: _, ...rest } = metadata
    const isAsked = rest.request_id !== null && rest.request_id === rest.$correlationId
    const request = { request_id: asked, $correlationId: asked, $causationId: asked }
    yield { ...event, metadata: isAsked ? { ...rest, ...request } : rest }
  }
}
