import { randomUUID } from 'node:crypto'
import { readTree } from '@recado/application/seal/sealed-tree'
import { openPool } from '@recado/infra/postgres/pool'
import { runOn } from '@recado/infra/postgres/run'
import { runProjector } from '@recado/projectors/engine/run-projector'
import { runSeal } from '@recado/projectors/reactors/seal/run-seal'
import { accountsProjection } from '@recado/projectors/read-models/accounts'
import { sealsProjection } from '@recado/projectors/read-models/seals'
import pino from 'pino'
import { type Test, test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'
import { testDatabase } from '../../../kit/postgres.ts'
import { recorded } from '../../../kit/projecting.ts'
import { type SealedLog, startSealedLog } from './sealing.ts'

const faults: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => void faults.push(line) })
const at = new Date().toISOString()

test('a process that seals begins anew after an account was erased', async (t) => {
  const log = await startSealedLog(t)
  const [erased, other] = [randomUUID(), randomUUID()]
  const read = await startReadModels(t, log)
  const account = `account-${erased}`
  const opened = {
    account_id: erased,
    name: 'x',
    plan: 'free',
    sales_secret_ref: 'x',
    opened_at: at,
  }
  const sizeOf = async () => (await readTree(read.run, other))?.state.signed
  await addFact(log, account, { type: 'AccountOpened', data: opened }, erased)
  await addContact(log, other)
  const first = startSealer(read, log, 0)
  await eventually(async () => {
    first.pass(61)
    return (await sizeOf()) === 1
  })
  const fact = { type: 'AccountErased', data: { account_id: erased, erased_at: at } }
  await addFact(log, account, fact, erased)
  await addContact(log, other)
  await eventually(async () => {
    first.pass(61)
    return (await sizeOf()) === 2
  })
  await first.end()
  await eventually(async () => (await readTree(read.run, erased))?.state.signed === 2)
  await addContact(log, other)
  const second = startSealer(read, log, 2_000)
  await eventually(async () => {
    second.pass(61)
    return (await sizeOf()) === 3
  })
  await second.end()
  t.same(faults, [])
})

async function startReadModels(t: Test, { store }: SealedLog) {
  const database = await testDatabase('seal_read')
  const of = { schema: 'read_1', databaseUrl: database.url }
  const pool = openPool(of.databaseUrl, { max: 2, searchPath: of.schema })
  const stopping = new AbortController()
  const projections = [accountsProjection, sealsProjection]
  const done = runProjector({ ...of, store, log, projections, signal: stopping.signal })
  t.teardown(async () => {
    stopping.abort()
    await done
    await pool.end()
    await database.drop()
  })
  return { of, run: runOn(pool) }
}

type ReadModels = Awaited<ReturnType<typeof startReadModels>>

function startSealer({ of }: ReadModels, { store, vault }: SealedLog, afterHours: number) {
  const stopping = new AbortController()
  let now = new Date(Date.now() + afterHours * 3_600_000)
  const done = runSeal({
    ...{ ...of, store, vault, log, signal: stopping.signal, now: () => now, newId: randomUUID },
    config: { SEAL_MINUTES: 60, PUBLIC_URL: 'https://api.example' },
  })
  return {
    pass(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000)
    },
    async end() {
      stopping.abort()
      await done
    },
  }
}

async function addContact(log: SealedLog, account_id: string) {
  const contact_id = randomUUID()
  const data = { contact_id, account_id, name: 'Ana', created_at: at }
  await addFact(log, `contact-${contact_id}`, { type: 'ContactCreated', data }, account_id)
}

async function addFact(
  { store }: SealedLog,
  stream: string,
  fact: { readonly type: string; readonly data: object },
  account_id: string,
) {
  const revision = (await store.readLast(stream))?.revision ?? 'no_stream'
  await store.append(stream, revision, [recorded(stream, fact, { account_id, at })])
}
