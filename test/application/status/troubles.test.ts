import { troubles } from '@recado/application/status/troubles'
import { VaultUnavailable } from '@recado/infra/vault/vault'
import { test } from 'tap'

const sqlState = (code: string) => Object.assign(new Error('of Postgres'), { code })

/** Why the reports of a process that fail with this error could not be stored. */
function whyOf(error: unknown): string | undefined {
  const noted = troubles()
  noted.reported(error)
  return noted.unreported()?.why
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
  t.equal(noted.unreported(), null)
  noted.reported(sqlState('53100'))
  now = 60_000
  noted.reported(sqlState('08006'))
  t.same(noted.unreported(), {
    since: '1970-01-01T00:00:00.000Z',
    why: 'Postgres does not answer',
  })
  noted.reported(null)
  t.equal(noted.unreported(), null)
})
