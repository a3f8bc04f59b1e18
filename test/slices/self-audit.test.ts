import {
  INTERRUPTED,
  noteSelfAuditBegun,
  noteSelfAuditEnded,
  readSelfAudits,
  type SelfAudit,
} from '@recado/application/seal/self-audits'
import { openPool } from '@recado/infra/postgres/pool'
import { runOn } from '@recado/infra/postgres/run'
import { checkpointTool } from '@recado/tools/checkpoint/checkpoint-tool'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { measured, thresholdOf } from '../kit/measured.ts'
import { runTool } from '../kit/run-tool.ts'
import { startWorld } from '../kit/world.ts'

type Status = {
  readonly self_audit: {
    readonly last: object | null
    readonly faulty: number
    readonly since: string | null
    readonly open_since: string | null
  }
  readonly failing: readonly { readonly what: string }[]
}

test('the status says how the last self-audit ended', async (t) => {
  const hour = (new Date().getUTCHours() + 12) % 24
  const world = await startWorld({ settings: { SELF_AUDIT_HOUR: `${hour}` } })
  t.teardown(() => world.stop())
  const tree = world.tenant.id
  const status = async () =>
    (await world.product().operator.get<{ data: Status }>('/status')).body.data
  const run = () => runOn(world.product().deps.pool)
  t.equal((await runTool(checkpointTool, world.product().config)).code, 0)
  t.same((await status()).self_audit, { last: null, faulty: 0, since: null, open_since: null })
  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    // As by a process that was stopped: the next one does not wait for the hour.
    await noteSelfAuditBegun(runOn(pool), tree, new Date().toISOString())
    await pool.end()
  })
  const ended = await eventually(async () => {
    const { self_audit } = await status()
    return self_audit.last !== null && self_audit
  })
  t.match(ended, { faulty: 0, since: null, last: { account_id: tree, result: 'clean' } })
  t.match(ended.last, { differences: {}, facts_read: Number, leaves: Number, waiting: Number })
  const { last } = await readSelfAudits(world.product().deps.pool)
  const differences = { fact_altered: 2, fact_removed: 1 }
  await noteSelfAuditEnded(run(), { ...(last as SelfAudit), differences })
  const told = await status()
  t.match(told.self_audit, { faulty: 1, since: /^2/, last: { result: 'differences', differences } })
  const trouble = told.failing.find(({ what }) => what === 'self_audit')
  t.match(trouble, { since: /^2/, why: /^1 of the trees/ })
  const figure = await measured(world.product(), /^recado_self_audit_faulty /)
  t.ok(figure > (await thresholdOf('SelfAuditFaulty')))
  await world.userWrites('5531987654321', 'Oi')
  t.ok(
    await eventually(
      async () => (await world.api().get<{ data: object[] }>('/messages')).body.data[0],
    ),
  )
  await noteSelfAuditEnded(run(), { ...(last as SelfAudit), failure: 'StoreUnavailable' })
  t.match((await status()).self_audit, { faulty: 1, last: { result: 'failed' } })
  await noteSelfAuditEnded(run(), { ...(last as SelfAudit), failure: INTERRUPTED })
  t.match((await status()).self_audit, { faulty: 1, last: { result: 'interrupted' } })
  await noteSelfAuditEnded(run(), last as SelfAudit)
  const open_since = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await noteSelfAuditBegun(run(), 'installation', open_since)
  const open = await status()
  t.match(open.self_audit, { faulty: 0, open_since })
  t.match(
    open.failing.find(({ what }) => what === 'self_audit'),
    { since: open_since, why: /for a day/ },
  )
})
