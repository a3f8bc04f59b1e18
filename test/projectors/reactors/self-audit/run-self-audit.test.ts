import { randomUUID } from 'node:crypto'
import { readTree } from '@recado/application/seal/sealed-tree'
import {
  FAULTY_TREES,
  nextSelfAudit,
  noteSelfAuditBegun,
  readSelfAudits,
  type SelfAudit,
} from '@recado/application/seal/self-audits'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { openPool } from '@recado/infra/postgres/pool'
import { sql } from '@recado/infra/postgres/sql'
import { runSelfAudit } from '@recado/projectors/reactors/self-audit/run-self-audit'
import pg from 'pg'
import pino from 'pino'
import { type Test, test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'
import { recorded } from '../../../kit/projecting.ts'
import { type SealedLog, type Sealing, startSealedLog, startSealing } from '../seal/sealing.ts'

const HOUR = 5
const NO_AUDITS = {
  ...{ last: null, faulty: 0, since: null, open_since: null, idle_since: null },
}
const faults: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => void faults.push(line) })
/** The trees, in the order of their first turns. */
const [first, second] = [randomUUID(), randomUUID()].sort() as [string, string]

test('the product audits itself', async (t) => {
  const sealed = await startSealedLog(t)
  const changed = await addFacts(sealed, first, 5)
  await addFacts(sealed, second, 3)
  const sealing = await startSealing(t, sealed)
  await eventually(async () => {
    sealing.pass(61)
    const [one, other, whole] = await Promise.all(
      [first, second, 'installation'].map((id) => readTree(sealing.run, id)),
    )
    const isSealed = one?.state.signed === 5 && other?.state.signed === 3
    const last = Math.max(one?.state.lastLogId ?? 0, other?.state.lastLogId ?? 0)
    return isSealed && Number(whole?.state.through) >= last && (await isShown(sealed, sealing))
  })
  await sealing.end()
  const pool = openPool(sealing.where.databaseUrl, { max: 1, searchPath: sealing.where.schema })
  t.teardown(() => pool.end())
  t.same(await readSelfAudits(pool), NO_AUDITS, 'before the table is there')
  const audits = selfAudits(t, sealed, sealing)
  const trees = () =>
    sealing.run<{ tree: string; is_open: boolean; tries: number; last: SelfAudit | null }>(
      sql`select tree, is_open, tries, last from control.self_audits order by tree`,
    )
  /** The results of this night, once all trees have one, and what the status says of them. */
  const night = (day: number, count = 3) =>
    eventually(async () => {
      const { faulty, since } = await readSelfAudits(pool)
      const ended = (await trees()).flatMap(({ last }) =>
        last?.ended_at.startsWith(dayText(day)) ? [last] : [],
      )
      const of = (tree: string) => ended.find((one) => one.tree === tree)
      return ended.length === count && { faulty, since, one: of(first), other: of(second) }
    })

  await t.test('every tree once a night, within the hour', async (t) => {
    audits.at(1, HOUR - 1)
    const process = audits.start()
    await audits.looked()
    t.match(await readSelfAudits(pool), { last: null, idle_since: /^2027-01-01/ })
    audits.at(1, HOUR)
    const { one, other, ...of } = await night(1)
    t.match(one, { leaves: 5, waiting: 0, differences: {}, failure: null })
    t.match(other, { leaves: 3, differences: {} })
    t.ok((one?.facts_read ?? 0) >= 8, 'the facts of others are read too')
    t.same(of, { faulty: 0, since: null })
    audits.at(2, HOUR - 1)
    const before = await trees()
    await audits.looked()
    t.same(await trees(), before, 'not again before the next night')
    audits.at(2, HOUR)
    t.match((await night(2)).one, { leaves: 5 })
    await process.end()
  })

  await t.test('a new tree has its turn behind those that wait longer', async (t) => {
    await sealing.run(sql`delete from control.self_audits where tree = ${first}`)
    audits.at(3, HOUR - 1)
    const process = audits.start()
    await eventually(async () => (await trees()).length === 3)
    t.equal((await nextSelfAudit(sealing.run))?.tree, second)
    await process.end()
  })

  await t.test('an audit that its process did not end begins anew, at any hour', async (t) => {
    audits.at(4, HOUR - 1)
    const stopped = audits.start()
    await audits.looked()
    await sealed.server.kill()
    audits.at(4, HOUR)
    await eventually(async () => (await trees()).some(({ is_open }) => is_open))
    await stopped.end()
    await sealed.server.restart()
    t.match(
      (await trees()).filter(({ is_open }) => is_open),
      [{ tree: second, tries: 1 }],
    )
    t.match(await readSelfAudits(pool), { open_since: /^2027-01-04T05/ })
    audits.at(4, HOUR + 1)
    const process = audits.start()
    await eventually(async () => (await readSelfAudits(pool)).open_since === null)
    const { last } = await readSelfAudits(pool)
    t.match(last, { tree: second, leaves: 3, failure: null, began_at: /T06:/ })
    await process.end()
  })

  await t.test(
    'one that was interrupted three times lets the others have their turn',
    async (t) => {
      audits.at(5, HOUR)
      for (let n = 0; n < 3; n++)
        await noteSelfAuditBegun(sealing.run, second, `${dayText(5)}T05:00Z`)
      const process = audits.start()
      const { one, other, faulty } = await night(5)
      t.match(other, { failure: 'interrupted', leaves: 0 })
      t.match(one, { failure: null, leaves: 5 })
      t.equal(faulty, 1, 'nobody takes it for clean')
      audits.at(6, HOUR)
      t.match(await night(6), { faulty: 0, other: { failure: null, leaves: 3 } })
      await process.end()
    },
  )

  await t.test('a difference is told until an audit of its tree finds none', async (t) => {
    const flip = `update events set data = set_byte(data, 20,
      get_byte(data, 20) # 1) where stream = '${changed}' and revision = 0`
    await altered(sealed, flip)
    audits.at(7, HOUR)
    const process = audits.start()
    const found = await night(7)
    t.match(found, { faulty: 1, since: /^2/, one: { differences: { fact_altered: 1 } } })
    t.same(found.other?.differences, {}, 'only its own tree')
    t.equal(faults.filter((line) => line.includes('not as it was sealed')).length, 1)
    await altered(sealed, flip)
    audits.at(8, HOUR)
    t.match(await night(8), { faulty: 0, one: { differences: {} } })
    await process.end()
  })

  await t.test('what Postgres holds shows that the log was taken back', async (t) => {
    await altered(
      sealed,
      `delete from events where position >= (select min(position) from events where stream = 'seal-${first}')
        and stream in ('seal-${first}', 'seal-installation')`,
    )
    audits.at(9, HOUR)
    const process = audits.start()
    t.match((await night(9)).one, { differences: { log_rolled_back: 1 } })
    await process.end()
  })

  await t.test('an audit that fails keeps no other tree from its turn', async (t) => {
    audits.at(10, HOUR - 1)
    const process = audits.start()
    await audits.looked()
    await sealed.server.kill()
    audits.at(10, HOUR)
    t.match((await night(10)).other, { leaves: 0, failure: 'StoreUnavailable' })
    await sealed.server.restart()
    audits.at(11, HOUR)
    t.match((await night(11)).other, { leaves: 3, failure: null })
    await process.end()
  })

  await t.test('what was found in a tree that is gone concerns nobody', async (t) => {
    t.not((await readSelfAudits(pool)).faulty, 0)
    await sealing.run(sql`delete from seals where id in (${first}, 'installation')`)
    t.match(await readSelfAudits(pool), { faulty: 0, since: null, last: { tree: second } })
    const { rows } = await pool.query(FAULTY_TREES)
    t.same(rows, [{ n: 0 }])
  })

  await t.test('it can be switched off', async () => {
    await audits.start('off').end()
  })
})

const dayText = (day: number) => `2027-01-${String(day).padStart(2, '0')}`

/** Processes that audit, at a time that the test says. */
function selfAudits(t: Test, { server, store }: SealedLog, { where }: Sealing) {
  let now = new Date()
  let looks = 0
  return {
    at(day: number, hour: number) {
      now = new Date(`${dayText(day)}T${String(hour).padStart(2, '0')}:10:00.000Z`)
    },
    /** Until a process has looked at the clock twice more. */
    async looked() {
      const before = looks
      await eventually(() => looks > before + 1)
    },
    start(hour: number | 'off' = HOUR) {
      const stopping = new AbortController()
      const done = runSelfAudit({
        ...{ ...where, store, log, signal: stopping.signal, newId: randomUUID, lookMs: 20 },
        openLog: () => connectEventStore(server.url).store,
        config: { SELF_AUDIT_HOUR: hour },
        now() {
          looks += 1
          return now
        },
      })
      const end = async () => {
        if (hour !== 'off') stopping.abort()
        await done
      }
      t.teardown(() => stopping.abort())
      return { end }
    },
  }
}

/** Whether the read models show the whole log. */
async function isShown({ store }: SealedLog, { run }: Sealing): Promise<boolean> {
  const [row] = await run<{ position: string }>(
    sql`select min(position) as position from checkpoint`,
  )
  return BigInt(row?.position ?? -1) >= ((await store.head()) ?? 0n)
}

/** @returns the stream of the last fact */
async function addFacts({ store }: SealedLog, account_id: string, count: number): Promise<string> {
  let stream = ''
  const at = new Date().toISOString()
  for (let n = 0; n < count; n++) {
    const contact_id = randomUUID()
    stream = `contact-${contact_id}`
    const data = { contact_id, account_id, name: `Ana ${n}`, created_at: at }
    await store.append(stream, 'no_stream', [
      recorded(stream, { type: 'ContactCreated', data }, { account_id, at }),
    ])
  }
  return stream
}

async function altered({ server }: SealedLog, text: string): Promise<void> {
  await server.kill()
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(text)
  await client.end()
  await server.restart()
}
