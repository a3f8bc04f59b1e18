import type { Delivered } from '@recado/infra/event-store/event-store'
import { unhurriedLog } from '@recado/projectors/reactors/self-audit/unhurried-log'
import { test } from 'tap'

const FACTS = 1_600
const checkpointAt = (n: number): Delivered => ({ kind: 'checkpoint', position: BigInt(n) })

test('the log is read in portions, with pauses between them', async (t) => {
  const pauses: number[] = []
  let read = 0
  let readBefore = 0
  const log = unhurriedLog(
    {
      head: async () => null,
      readStream: async function* () {},
      async *subscribe() {
        for (let n = 0; n < FACTS; n++) yield checkpointAt(n)
      },
    },
    {
      now: () => 0,
      async sleep(ms) {
        pauses.push(ms)
        t.ok(read - readBefore <= 500, `${read - readBefore} facts at once`)
        readBefore = read
      },
    },
  )
  const { signal } = new AbortController()
  const positions: bigint[] = []
  for await (const item of log.subscribe({
    from: 'start',
    filter: { streamPrefixes: [] },
    signal,
  })) {
    if (item.kind === 'checkpoint') positions.push(item.position)
    read += 1
  }
  t.same(
    positions,
    Array.from({ length: FACTS }, (_, n) => BigInt(n)),
    'all of it, in its order',
  )
  t.ok(pauses.length >= 4)
  t.ok(pauses.every((ms) => ms === 100))
})
