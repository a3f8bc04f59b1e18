import { type Filling, hasRoom, leastFilled } from '@recado/domain/gateway/least-filled'
import fc from 'fast-check'
import { test } from 'tap'

const gateway = (id: string | null, sessions: number, max_sessions: number, is_silent = false) => ({
  ...{ id, sessions, max_sessions, is_silent },
})
const chosen = (...gateways: Filling[]) => leastFilled(gateways)?.id

test('a new session goes to the gateway that is filled least, by its part', async (t) => {
  t.equal(chosen(gateway('a', 50, 100), gateway('b', 4, 10)), 'b')
  t.equal(chosen(gateway('a', 3, 10), gateway('b', 4, 10)), 'a')
  t.equal(chosen(gateway(null, 0, 500), gateway('b', 0, 10)), null, 'of equal ones the first')
  t.equal(chosen(gateway('a', 1, 3), gateway('b', 2, 6)), 'a')
})

test('one that is full, drained or beyond its number takes none', async (t) => {
  t.equal(chosen(gateway('a', 10, 10), gateway('b', 9, 10)), 'b')
  t.equal(leastFilled([gateway('a', 0, 0), gateway('b', 12, 10)]), null)
  t.equal(leastFilled([]), null)
})

test('one that does not answer is taken only when no other has room', async (t) => {
  t.equal(chosen(gateway('a', 0, 10, true), gateway('b', 9, 10)), 'b')
  t.equal(chosen(gateway('a', 0, 10, true), gateway('b', 10, 10)), 'a')
})

test('sessions placed one after the other overfill nothing, and spread', async () => {
  const most = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(most, fc.integer({ min: 0, max: 45 }), (limits, count) => {
      const gateways = limits.map((max, n) => ({ ...gateway(String(n), 0, max) }))
      for (let n = 0; n < count; n++) {
        const next = leastFilled(gateways)
        if (next === null) break
        next.sessions += 1
      }
      const placed = gateways.reduce((sum, { sessions }) => sum + sessions, 0)
      const room = limits.reduce((sum, max) => sum + max, 0)
      const isSpread = gateways
        .filter(({ max_sessions }) => max_sessions > 0)
        .every((one) =>
          gateways
            .filter(hasRoom)
            .every(
              (other) =>
                (one.sessions - 1) / one.max_sessions <= other.sessions / other.max_sessions,
            ),
        )
      return placed === Math.min(count, room) && isSpread
    }),
  )
})
