import { type Observed, troublesOf } from '@recado/command-api/operator/status-troubles'
import { test } from 'tap'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const SINCE = '2026-11-26T11:59:00.000Z'
const filling = { percent: 43, seconds_left: 20 }

/** A healthy product. */
const well: Observed = {
  lag: { position: 10n, events: 0, seconds: 0, stuck_since: null },
  head: 10n,
  parts: ['read_models', 'intake', 'relay'].map((part) => ({
    ...{ part, is_alive: true, seen_at: SINCE, failing_since: null, why: null },
  })),
  parked: null,
  intake: { since: null },
  reportOutage: null,
  suspended: null,
  overQuota: null,
  filling: null,
  deliveries: null,
}
const found = (more: Partial<Observed>) => troublesOf([], { ...well, ...more }, NOW)

test('read models that are being filled are blamed, and not what waits for them', async (t) => {
  t.same(found({}), [])
  t.same(found({ filling }), [
    {
      what: 'read_models',
      since: null,
      why: 'the read models are being filled from the log: 43 %, about 20 s left; reads are refused until then',
    },
  ])
})

test('read models that should be filled and do not move are stuck', async (t) => {
  const lag = { position: 5n, events: 5, seconds: 60, stuck_since: SINCE }
  const [first, ...others] = found({ filling, lag })
  t.match(first, { what: 'read_models', since: SINCE, why: /still catching up, or blocked/ })
  t.same(others, [])
})
