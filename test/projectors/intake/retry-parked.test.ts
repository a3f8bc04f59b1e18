import { randomUUID } from 'node:crypto'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { type RetryDeps, retryParked } from '@recado/projectors/intake/retry-parked'
import { test } from 'tap'

test('a parked event that the log no longer has leaves the list, and is not reported as recorded', async (t) => {
  const asked: unknown[] = []
  const client = { query: async (query: unknown) => void asked.push(query) }
  const store: Pick<EventStore, 'readAll'> = { async *readAll() {} }
  const id = randomUUID()
  const gone = await retryParked({ client, store, work: {} } as unknown as RetryDeps, [
    { raw_event_id: id, intent: 0, position: 7n },
  ])
  t.same(gone, { recorded: [], gone: [{ raw_event_id: id, intents: 1 }] })
  t.match(asked, [{ values: [[id], [0]] }])
})
