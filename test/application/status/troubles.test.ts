import { troubles } from '@recado/application/status/troubles'
import { VaultUnavailable } from '@recado/infra/vault/vault'
import { test } from 'tap'

const sqlState = (code: string) => Object.assign(new Error('of Postgres'), { code })

/** Why the reports of a process that fail with this error could not be stored. */
function whyOf(error: unknown): string | undefined {
  const noted = troubles()
  noted.noteReported(error)
  return noted.reportOutage()?.why
}

test('a reason says whether Postgres answered, and what', async (t) => {
  t.equal(whyOf(sqlState('53100')), 'Postgres has no disk space (53100)')
  t.equal(whyOf(sqlState('53300')), 'Postgres says 53300')
  t.equal(whyOf(sqlState('57014')), 'Postgres says 57014')
  for (const code of ['08006', '57P01', '57P03', 'ECONNREFUSED'])
    t.equal(whyOf(sqlState(code)), 'Postgres does not answer', code)
  t.equal(whyOf(new Error('timeout expired')), 'Postgres does not answer')
  const full = new VaultUnavailable(sqlState('53100'))
  t.equal(whyOf(full), 'the vault: Postgres has no disk space (53100)')
  t.equal(whyOf(new TypeError('of an account')), 'TypeError')
})

test('reports are missing since the first that failed, until one is stored', async (t) => {
  let now = 0
  const noted = troubles(() => now)
  t.equal(noted.reportOutage(), null)
  noted.noteReported(sqlState('53100'))
  now = 60_000
  noted.noteReported(sqlState('08006'))
  t.same(noted.reportOutage(), {
    since: '1970-01-01T00:00:00.000Z',
    why: 'Postgres does not answer',
  })
  noted.noteReported(null)
  t.equal(noted.reportOutage(), null)
})

/** A part whose logger is watched, and the clock, ms since 1970. */
function watched(part: string) {
  const clock = { now: 0 }
  const lines: unknown[] = []
  const note = (...line: unknown[]) => void lines.push(line)
  const noted = troubles(() => clock.now)
  const log = noted.watch(part, { warn: note, error: note, info: note, level: 'info' })
  const failAt = (now: number) => {
    clock.now = now
    log.warn({ err: new TypeError('no') }, 'failed')
  }
  const stateAt = (now: number) => {
    clock.now = now
    return noted.states()
  }
  return { ...noted, log, lines, failAt, stateAt }
}
const works = (part: string) => [{ part, failing_since: null, why: null }]
const fails = (part: string) => [
  { part, failing_since: '1970-01-01T00:00:00.000Z', why: 'TypeError' },
]

test('a part is failing when it has failed three times, over four seconds or longer', async (t) => {
  const { failAt, stateAt } = watched('intake')
  t.same(stateAt(0), works('intake'))
  for (const now of [0, 4_000]) failAt(now)
  t.same(stateAt(4_000), works('intake'))
  failAt(4_001)
  t.same(stateAt(4_001), fails('intake'))
  const quick = watched('intake')
  for (const now of [0, 1_000, 3_999]) quick.failAt(now)
  t.same(quick.stateAt(3_999), works('intake'))
  quick.failAt(4_000)
  t.same(quick.stateAt(4_000), fails('intake'))
})

test('a part works again when it has not failed for a while, longer for those that retry seldom', async (t) => {
  const halfMinute = 30_000
  const sixMinutes = 360_000
  const keeps = { intake: halfMinute, templates: sixMinutes, numbers: sixMinutes }
  for (const [part, keep] of Object.entries({
    ...keeps,
    sessions: sixMinutes,
    sends: sixMinutes,
  })) {
    const { failAt, stateAt } = watched(part)
    for (const n of [0, 1, 2]) failAt(n * keep)
    t.same(stateAt(3 * keep), fails(part), part)
    t.same(stateAt(3 * keep + 1), works(part), part)
    failAt(3 * keep + 1)
    t.same(stateAt(3 * keep + 1), works(part), 'a later failure is the first again')
  }
})

test('only an error of the part itself counts, at a level that calls for attention', async (t) => {
  const { log, lines, stateAt, failAt, clear } = watched('intake')
  const err = new Error('no')
  for (const now of [0, 5_000, 10_000]) {
    stateAt(now)
    log.warn({ err, event_id: 'e' })
    log.error('no error')
    log.warn({ part: 'intake' })
    log.info({ err })
  }
  t.same(stateAt(10_000), works('intake'))
  t.equal(lines.length, 12)
  t.equal(log.level, 'info')
  for (const now of [0, 5_000]) failAt(now)
  log.error({ err: new TypeError('no') }, 'failed')
  t.same(stateAt(5_000), fails('intake'))
  clear('intake')
  t.same(stateAt(5_000), works('intake'))
})
