import { randomUUID } from 'node:crypto'
import { readTree } from '@recado/application/seal/sealed-tree'
import { readSelfAudits } from '@recado/application/seal/self-audits'
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
const NO_DIFFERENCES = { last: null, faulty: 0, since: null }
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
  const pool = openPool(sealing.where.databaseUrl, { max: 1 })
  t.teardown(() => pool.end())
  t.same(await readSelfAudits(pool), NO_DIFFERENCES, 'before the table is there')
  const audits = selfAudits(t, sealed, sealing)
  const lastIs = (tree: string, day: number) =>
    eventually(async () => {
      const { last, ...of } = await readSelfAudits(pool)
      return last?.tree === tree && last.ended_at.startsWith(dayText(day)) && { last, ...of }
    })

  await t.test('one tree a night, in turns, within the hour', async (t) => {
    audits.at(1, HOUR - 1)
    const process = audits.start()
    await audits.looked()
    t.same(await readSelfAudits(pool), NO_DIFFERENCES)
    audits.at(1, HOUR)
    const { last, ...of } = await lastIs(first, 1)
    t.match(last, { leaves: 5, waiting: 0, differences: {}, failure: null })
    t.ok(last.facts_read >= 8, 'the facts of others are read too')
    t.same(of, { faulty: 0, since: null })
    await audits.looked()
    t.equal((await readSelfAudits(pool)).last?.tree, first, 'not twice in one night')
    audits.at(2, HOUR)
    t.match((await lastIs(second, 2)).last, { leaves: 3, differences: {} })
    audits.at(3, HOUR)
    await lastIs(first, 3)
    await process.end()
  })

  await t.test('an audit that its process did not end begins anew, at any hour', async (t) => {
    audits.at(4, HOUR - 1)
    const stopped = audits.start()
    await audits.looked()
    await sealed.server.kill()
    audits.at(4, HOUR)
    await eventually(async () => {
      const [row] = await sealing.run<{ tree: string }>(
        sql`select tree from control.self_audits where is_open`,
      )
      return row?.tree === second
    })
    await stopped.end()
    await sealed.server.restart()
    audits.at(4, HOUR + 7)
    const process = audits.start()
    const { last } = await eventually(async () => {
      const read = await readSelfAudits(pool)
      return read.last?.began_at.includes(`T${HOUR + 7}:`) && read
    })
    t.match(last, { tree: second, leaves: 3, failure: null })
    await process.end()
  })

  await t.test('a difference is told until an audit of its tree finds none', async (t) => {
    const flip = `update events set data = set_byte(data, 20,
      get_byte(data, 20) # 1) where stream = '${changed}' and revision = 0`
    await altered(sealed, flip)
    audits.at(5, HOUR)
    const process = audits.start()
    const found = await lastIs(first, 5)
    t.match(found, { faulty: 1, since: /^2/, last: { differences: { fact_altered: 1 } } })
    audits.at(6, HOUR)
    const next = await lastIs(second, 6)
    t.match(next, { faulty: 1, since: found.since, last: { differences: {} } }, 'only its own tree')
    t.equal(faults.filter((line) => line.includes('not as it was sealed')).length, 1)
    await altered(sealed, flip)
    audits.at(7, HOUR)
    t.match(await lastIs(first, 7), { faulty: 0, last: { differences: {} } })
    await process.end()
  })

  await t.test('what Postgres holds shows that the log was taken back', async (t) => {
    await altered(
      sealed,
      `delete from events where position >= (select min(position) from events where stream = 'seal-${first}')
        and stream in ('seal-${first}', 'seal-installation')`,
    )
    await sealing.run(sql`delete from control.self_audits`)
    audits.at(8, HOUR)
    const process = audits.start()
    t.match(await lastIs(first, 8), { faulty: 1, last: { differences: { log_rolled_back: 1 } } })
    await process.end()
  })

  await t.test('an audit that fails keeps no other tree from its turn', async (t) => {
    audits.at(9, HOUR - 1)
    const process = audits.start()
    await audits.looked()
    await sealed.server.kill()
    audits.at(9, HOUR)
    t.match((await lastIs(second, 9)).last, { leaves: 0, failure: 'StoreUnavailable' })
    await sealed.server.restart()
    audits.at(10, HOUR)
    await lastIs(first, 10)
    await process.end()
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
