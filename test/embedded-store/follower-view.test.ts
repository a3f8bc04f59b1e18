import { followLeader } from '@recado/embedded-store/cluster/follower-view'
import { Ring } from '@recado/embedded-store/log/ring'
import type { Recorded } from '@recado/embedded-store/protocol/recorded'
import type { Reader } from '@recado/embedded-store/storage/reader'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'

test('what reaches a follower is the beginning of the log, though a clock was set back', async (t) => {
  const now = Date.now()
  // The clock was set back between the second event and the third.
  const created = [now - 10_000, now - 1_000, now - 5_000]
  const log = created.map((at, n) => event(BigInt(n + 1), at))
  const allPage = async (from: unknown) => log.filter(({ position }) => position > Number(from))
  const ring = new Ring(1_000_000, 0n)
  const stopping = new AbortController()
  t.teardown(() => stopping.abort())
  let lag = 3_000
  void followLeader({ allPage } as unknown as Reader, ring, () => lag, stopping.signal)
  await eventually(() => ring.head > 0n)
  t.equal(ring.head, 1n)
  lag = 0
  await eventually(() => ring.head === 3n)
  t.same(
    ring.after(0n)?.map(({ position }) => position),
    [1n, 2n, 3n],
  )
})

function event(position: bigint, created: number): Recorded {
  const empty = Buffer.alloc(0)
  const at = { position, created, revision: position - 1n, stream: 'thing-1' }
  return {
    ...at,
    id: `00000000-0000-4000-8000-00000000000${position}`,
    type: 'Noted',
    json: true,
    data: empty,
    meta: empty,
  }
}
