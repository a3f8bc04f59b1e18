import { randomUUID } from 'node:crypto'
import { auditSeals, type SealAudit } from '@recado/application/seal/audit/seal-audit'
import type { SealFinding } from '@recado/application/seal/audit/seal-finding'
import { readTree } from '@recado/application/seal/sealed-tree'
import type { KeptJournal } from '@recado/domain/retention/events'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { readLogBegun, withLogIds } from '@recado/infra/event-store/log-base'
import { parseCheckpoint, type SignedCheckpoint } from '@recado/infra/tlog/checkpoint'
import { parseKey } from '@recado/infra/tlog/signed-note'
import { copyLog } from '@recado/tools/import/copy-log'
import pg from 'pg'
import type { Test } from 'tap'
import { startStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { recorded } from '../kit/projecting.ts'
import { type SealedLog, type Sealing, startSealing } from '../projectors/reactors/seal/sealing.ts'

export const ACCOUNT = randomUUID()
export const OLD_DAY = '2026-01-05T10:00:00.000Z'

export type Row = {
  position: string
  stream: string
  revision: string
  id: string
  kid: string | null
  account: string | null
}

/** The log as `npm run import` copies it, to another server. */
export async function copyOf(t: Test, { server, vault }: SealedLog): Promise<SealedLog> {
  const other = await startStore('seal_copy')
  const [from, to] = [connectEventStore(server.url), connectEventStore(other.url)]
  const { signal } = new AbortController()
  await copyLog({ from: from.store, to: to.store, signal, onRead: () => undefined })
  const opened = connectEventStore(other.url, { keys: vault.factKeys })
  const base = (await readLogBegun(opened.store))?.log_base ?? 0
  t.teardown(async () => {
    for (const { store } of [from, to, opened]) await store.close()
    await other.stop()
  })
  return { ...opened, store: withLogIds(opened.store, base), server: other, vault }
}

/** Takes the log back to before a position. */
export function cutAt(position: string | undefined): string {
  const last = '(select max(revision) from events e where e.stream = s.stream)'
  return `delete from events where position >= ${position};
    delete from streams s where ${last} is null; update streams s set last = ${last}`
}

export const COLUMNS = 'type, json, data, meta, created'

export type Audited = Awaited<ReturnType<typeof auditOf>>

/** @param of what the audit holds, and anything else that it is to do otherwise */
export async function auditOf({ store }: SealedLog, of: Partial<SealAudit> = {}) {
  const findings: SealFinding[] = []
  const { signal } = new AbortController()
  const print = async (line: string) => void findings.push(JSON.parse(line))
  const held = { heldOf: () => ({ held: [], keys: [] }), heldTrees: [] }
  const totals = await auditSeals({
    ...held,
    store,
    signal,
    print,
    progressTo: () => () => undefined,
    ...of,
  })
  return { findings, totals }
}

export function named(t: Test, { findings }: Audited, what: string, { stream, revision, id }: Row) {
  t.match(findings, [{ what, tree: ACCOUNT, stream, revision, event_id: id }])
}

/** Seals all that the log has, and returns a checkpoint as somebody else would hold it. */
export async function sealedNow(t: Test, log: SealedLog) {
  const sealing: Sealing = await startSealing(t, log)
  const size = await leafCount(log)
  const tree = await eventually(async () => {
    sealing.pass(61)
    const row = await readTree(sealing.run, ACCOUNT)
    return row?.state.signed === size && row
  })
  await eventually(async () => {
    const row = await readTree(sealing.run, 'installation')
    return row !== null && row.state.through >= tree.state.lastLogId
  })
  await sealing.end()
  const checkpoint = parseCheckpoint(tree.checkpoint ?? '') as SignedCheckpoint
  const keys = tree.public_keys.map(parseKey).filter((key) => key !== null)
  const [key] = keys
  if (key === undefined) throw new Error('the tree has no key')
  const position = (await rowsOf(log)).at(-1)?.position ?? '0'
  return { checkpoint, key, keys, position }
}

async function leafCount(log: SealedLog): Promise<number> {
  const isLeaf = ({ stream, account }: Row) =>
    account === ACCOUNT && !/^(seal-|log-this)/.test(stream)
  return (await rowsOf(log)).filter(isLeaf).length
}

export async function rowsOf({ server }: SealedLog): Promise<readonly Row[]> {
  return query<Row>(
    server.databaseUrl,
    `select position, stream, revision, id, convert_from(meta, 'utf8')::json ->> 'kid' as kid,
        convert_from(meta, 'utf8')::json ->> 'account_id' as account
      from events where stream not like '$%' order by position`,
  )
}

/** Stops the store, alters its table, does something on it, and puts everything back. */
export function alterations({ server }: SealedLog) {
  const stopped = async (text: string) => {
    await server.kill()
    await query(server.databaseUrl, text)
    await server.restart()
  }
  return async (text: string, work: () => Promise<void>) => {
    const keep = ['events', 'streams', 'writer'].map(
      (name) => `create table kept_${name} as select * from ${name}`,
    )
    await stopped([...keep, text].join(';'))
    try {
      await work()
    } finally {
      const restore = ['events', 'streams', 'writer'].map(
        (name) =>
          `delete from ${name}; insert into ${name} select * from kept_${name}; drop table kept_${name}`,
      )
      await stopped(restore.join(';'))
    }
  }
}

export async function query<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}

/** @returns the stream of a contact that was changed */
export async function addContacts(
  { store }: SealedLog,
  count: number,
  account_id = ACCOUNT,
): Promise<string> {
  let stream = ''
  const at = new Date().toISOString()
  for (let n = 0; n < count; n++) {
    const contact_id = randomUUID()
    stream = `contact-${contact_id}`
    const data = { contact_id, account_id, name: `Ana ${n}`, created_at: at }
    const created = { type: 'ContactCreated', data }
    await store.append(stream, 'no_stream', [recorded(stream, created, { account_id, at })])
  }
  const renamed = { type: 'ContactRenamed', data: { account_id, name: 'Bia' } }
  await store.append(stream, 0n, [recorded(stream, renamed, { account_id, at })])
  return stream
}

export async function addRaw({ journal }: SealedLog, stream: string, count: number, at?: string) {
  const when = at ?? new Date().toISOString()
  const events = Array.from({ length: count }, (_, n) => {
    const data = { connection_id: 'x', source: 'official', payload: { n }, received_at: when }
    const fact = { type: 'ProviderEventReceived', data }
    return recorded(stream, fact, { account_id: ACCOUNT, at: when })
  })
  await journal.record(stream, events)
}

/** Says that everything before the old day's next week is kept no longer. */
export async function release(
  { store }: SealedLog,
  category: KeptJournal = 'providerEvent',
): Promise<void> {
  const stream = `retention-${ACCOUNT}`
  const data = {
    account_id: ACCOUNT,
    category,
    before: '2026-01-20T00:00:00.000Z',
  }
  const fact = { type: 'RetentionApplied', data: { ...data, applied_at: OLD_DAY } }
  const revision = (await store.readLast(stream))?.revision ?? 'no_stream'
  await store.append(stream, revision, [recorded(stream, fact, { account_id: ACCOUNT })])
}
