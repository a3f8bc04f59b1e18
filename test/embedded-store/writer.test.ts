import { randomUUID } from 'node:crypto'
import { Ring } from '@recado/embedded-store/log/ring'
import { WeakCache } from '@recado/embedded-store/log/weak-cache'
import { Writer } from '@recado/embedded-store/log/writer'
import type { Session } from '@recado/embedded-store/storage/session'
import { test } from 'tap'

const END = 128n
const LAST = 32n

test('an interrupted commit is not taken for done because the previous event has the same id', async (t) => {
  const id = randomUUID()
  const commits: string[] = []
  const session = (name: string, commit: () => Promise<void>): Session => ({
    tail: { end: END, head: LAST, id },
    async commit() {
      commits.push(name)
      await commit()
      return true
    },
    states: async () => new Map(),
    writtenFrom: async () => [],
    close: async () => undefined,
  })
  const broken = session('broken', async () => {
    throw new Error('Connection terminated unexpectedly')
  })
  const ring = new Ring(1_024, LAST)
  const writer = new Writer({
    ...{ session: broken, ring, weak: new WeakCache(0) },
    reopen: async () => session('reopened', async () => undefined),
  })
  t.teardown(() => writer.stop())
  // A journal appends with the expectation `any`: after a restart the store no longer knows the id.
  const event = { id, type: 'Noted', json: true, data: Buffer.from('{}'), meta: Buffer.alloc(0) }
  const outcome = await writer.submit({
    ...{ kind: 'append', stream: 'providerEvent-1', expected: 'any' },
    ...{ events: [event], timeoutMs: 2_000 },
  })
  t.match(outcome, { kind: 'written', position: END })
  t.same(commits, ['broken', 'reopened'])
  t.equal(ring.head, END)
})
