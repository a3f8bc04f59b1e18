import { retentionRowId } from '@recado/application/ids'
import { DAY_MS } from '@recado/domain/durations'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { measured, thresholdOf } from '../kit/measured.ts'
import { startWorld } from '../kit/world.ts'

type Status = { readonly failing: readonly { readonly what: string }[] }

test('the status and an alert say when what was said is kept for too long', async (t) => {
  const world = await startWorld({ emptyServers: true, settings: { MESSAGE_DAYS: '30' } })
  t.teardown(() => world.stop())
  const { deps, operator } = world.product()
  const failing = async () => (await operator.get<{ data: Status }>('/status')).body.data.failing
  const lag = () => measured(world.product(), /^recado_expiry_lag_seconds /)
  const row = retentionRowId('messages', null)
  const destroyedTo = () => deps.pool.query('select from retention where id = $1', [row])
  await eventually(async () => (await destroyedTo()).rowCount === 1)
  t.equal(await lag(), 0)
  t.same(
    (await failing()).filter(({ what }) => what === 'expiry'),
    [],
  )
  // As if something of an account could not be removed for a week.
  const before = new Date(Date.now() - 37 * DAY_MS).toISOString()
  await deps.pool.query('update retention set gone_before = $2 where id = $1', [row, before])
  t.ok((await lag()) > (await thresholdOf('ExpiryBehind')))
  const [trouble] = (await failing()).filter(({ what }) => what === 'expiry')
  t.match(trouble, { since: /^2/, why: /is kept \d days longer than MESSAGE_DAYS/ })
})
