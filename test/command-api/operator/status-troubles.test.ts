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
  selfAudits: null,
  isAuditing: true,
  expiryLag: 0,
  filling: null,
  deliveries: null,
  gateways: [],
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

test('gateways that do not answer are one trouble, unless nobody misses them', async (t) => {
  const gateway = {
    ...{ id: null, address: 'http://waha:3000', max_sessions: 10, sessions: 3, former_sessions: 0 },
    ...{ is_silent: false, silent_since: null, reason: null, secret_refs: {} },
  }
  const silent = { ...gateway, id: 'g2', is_silent: true, silent_since: SINCE, reason: 'no_answer' }
  t.same(found({ gateways: [gateway, { ...silent, max_sessions: 0, sessions: 0 }] }), [])
  const later = { ...silent, id: 'g3', silent_since: '2026-11-26T11:59:30.000Z', sessions: 2 }
  t.same(found({ gateways: [gateway, later, silent] }), [
    {
      what: 'gateways',
      since: SINCE,
      why: '2 of 3 gateways do not answer; 5 numbers wait for them: GET /operator/v1/gateways',
    },
  ])
})

const noAudits = { last: null, faulty: 0, since: null, open_since: null, idle_since: null }
const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()

test('a tree of facts that is not as it was sealed is a trouble', async (t) => {
  t.same(found({ selfAudits: noAudits }), [])
  t.match(found({ selfAudits: { ...noAudits, faulty: 2, since: SINCE } }), [
    { what: 'self_audit', since: SINCE, why: /^2 of the trees of facts have differences/ },
  ])
})

test('an audit that does not end, or none at all, is a trouble', async (t) => {
  const audits = (open_since: string | null, idle_since: string, more = {}) =>
    found({ selfAudits: { ...noAudits, open_since, idle_since }, ...more })
  t.same(audits(ago(23), ago(47)), [])
  t.match(audits(ago(25), ago(30)), [{ what: 'self_audit', since: ago(25), why: /for a day$/ }])
  t.match(audits(null, ago(49)), [{ what: 'self_audit', since: ago(49), why: /for two days$/ }])
  t.same(audits(ago(25), ago(49), { isAuditing: false }), [], 'switched off')
})

test('keys of what was said that are kept days beyond MESSAGE_DAYS are a trouble', async (t) => {
  const day = 24 * 60 * 60 * 1_000
  t.same(found({ expiryLag: 2 * day }), [])
  t.match(found({ expiryLag: 3 * day }), [
    {
      what: 'expiry',
      since: '2026-11-23T12:00:00.000Z',
      why: /^what was said is kept 3 days longer/,
    },
  ])
})
