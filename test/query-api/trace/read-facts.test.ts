import type { EventStore } from '@recado/infra/event-store/event-store'
import { readFacts } from '@recado/query-api/trace/read-facts'
import { test } from 'tap'

/** A log in which every stream has endless facts with this data; `seen` counts how many were read. */
function endless(data: object) {
  const seen = { facts: 0 }
  const store = {
    async *readStream(stream: string, _: bigint, limit: number) {
      for (let n = 0; n < limit; n++) {
        seen.facts += 1
        yield { stream, position: BigInt(n), data }
      }
    },
  } as unknown as Pick<EventStore, 'readStream'>
  return { store, seen }
}

test('a trace reads a limited number of facts, and fewer when they are large', async (t) => {
  const small = endless({ message_id: 'm', connection_id: 'c' })
  const many = await readFacts(small.store, 'm', ['wamid.1'])
  t.same([many.facts.length, many.isCut], [1_500, true])
  const errors = [{ details: 'x'.repeat(1_000_000) }]
  const large = endless({ message_id: 'm', connection_id: 'c', errors })
  const few = await readFacts(large.store, 'm', ['wamid.1'])
  t.ok(few.isCut)
  t.ok(few.facts.length > 0)
  t.ok(large.seen.facts < 10, `${large.seen.facts} facts of a megabyte`)
})
