import type { EventStoreDBClient, Position } from '@eventstore/db-client'
import type { Test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { followAll, type Seen } from './follow.ts'
import { events, newStream } from './store-under-test.ts'

/** Asserts that ten subscriptions to `$all` deliver concurrent appends in one order. @returns what each has seen */
export async function deliverInOrder(t: Test, client: EventStoreDBClient): Promise<Seen[]> {
  const { position } = await client.appendToStream(newStream(), events(1))
  const end = position as Position
  const all = Array.from({ length: 10 }, () => followAll(t, client, { end }))
  await eventually(() => all.every(({ caughtUp }) => caughtUp > 0))
  const written = Array.from({ length: 100 }, () => events(2))
  await Promise.all(written.map((batch) => client.appendToStream(newStream(), batch)))
  const ids = new Set(written.flat().map(({ id }) => id))
  // A real server writes events of its own at any time.
  const mine = (seen: Seen) => seen.ids.filter((id) => ids.has(id))
  await eventually(() => all.every((seen) => mine(seen).length >= ids.size))
  const [first, ...others] = all.map(mine)
  t.same(new Set(first), ids)
  for (const other of others) t.same(other, first)
  return all
}
