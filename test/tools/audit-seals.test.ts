import { randomUUID } from 'node:crypto'
import { readTree } from '@recado/application/seal/sealed-tree'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { dayStream } from '@recado/infra/event-store/journal'
import { readLogBegun, withLogIds } from '@recado/infra/event-store/log-base'
import { parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import { parseKey } from '@recado/infra/tlog/signed-note'
import type { HeldCheckpoint } from '@recado/tools/audit/seals/audited-tree'
import { auditSeals, type SealAudit } from '@recado/tools/audit/seals/seal-audit'
import type { SealFinding } from '@recado/tools/audit/seals/seal-finding'
import { copyLog } from '@recado/tools/import/copy-log'
import fc from 'fast-check'
import pg from 'pg'
import { type Test, test } from 'tap'
import { startStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { recorded } from '../kit/projecting.ts'
import {
  type SealedLog,
  type Sealing,
  startSealedLog,
  startSealing,
} from '../projectors/reactors/seal/sealing.ts'

const ACCOUNT = randomUUID()
const OLD_DAY = '2026-01-05T10:00:00.000Z'
const OLD_STREAM = dayStream('providerEvent', randomUUID(), new Date(OLD_DAY))

type Row = { position: string; stream: string; revision: string; id: string; kid: string | null }

test('an audit of seals', async (t) => {
  const log = await startSealedLog(t)
  await addRaw(log, OLD_STREAM, 5, OLD_DAY)
  const changed = await addContacts(log, 150)
  const held = await sealedNow(t, log)
  await addContacts(log, 130)
  await addRaw(log, dayStream('providerEvent', randomUUID(), new Date()), 20)
  const later = await sealedNow(t, log)
  await addContacts(log, 3)
  const heldOf = (tree: string) =>
    tree === ACCOUNT
      ? { held: [held.checkpoint, later.checkpoint], keys: [held.key] }
      : { held: [], keys: [] }
  const audited = () => auditOf(log, { heldOf, heldTrees: [ACCOUNT] })
  const all = await rowsOf(log)
  const rows = all.filter(({ stream }) => stream.startsWith('contact-'))
  const [fact, neighbour] = [rows[100], rows[101]] as [Row, Row]
  const altered = alterations(log)

  await t.test('an honest log has no differences', async (t) => {
    const { findings, totals } = await audited()
    t.same(findings, [])
    t.same(totals, { leaves: 311, waiting: 4, differences: 0 })
  })

  await t.test('a copy of the log has the same trees, and they go on there', async (t) => {
    const copy = await copyOf(t, log)
    const { findings, totals } = await auditOf(copy, { heldOf, heldTrees: [ACCOUNT] })
    t.same(findings, [])
    t.equal(totals.waiting, 4)
    await addContacts(copy, 2)
    const newest = await sealedNow(t, copy)
    t.equal(newest.checkpoint.size, 314)
    const all = [held.checkpoint, later.checkpoint, newest.checkpoint]
    const both = (tree: string) => ({ ...heldOf(tree), held: tree === ACCOUNT ? all : [] })
    t.same((await auditOf(copy, { heldOf: both, heldTrees: [ACCOUNT] })).findings, [])
  })

  await t.test('one byte of a fact, or of its metadata', async (t) => {
    const { position } = fact
    const flip = `set data = set_byte(data, 20, get_byte(data, 20) # 1) where position = ${position}`
    await altered(`update events ${flip}`, async () =>
      named(t, await audited(), 'fact_altered', fact),
    )
    const text = `replace(convert_from(meta, 'utf8'), '"test"', '"tent"')`
    const change = `set meta = convert_to(${text}, 'utf8') where position = ${position}`
    await altered(`update events ${change}`, async () =>
      named(t, await audited(), 'fact_altered', fact),
    )
  })

  await t.test('a fact that was removed is named by what is around it', async (t) => {
    await altered(`delete from events where position = ${fact.position}`, async () => {
      const { findings } = await audited()
      t.match(findings, [{ what: 'fact_removed', leaf: 105, stream: neighbour.stream }])
      t.match(findings[0]?.detail, `after ${rows[99]?.stream}@0 and before ${neighbour.stream}@0`)
    })
  })

  await t.test('a fact that was removed from within its stream is named itself', async (t) => {
    const first = `stream = '${changed}' and revision = 0`
    await altered(`delete from events where ${first}`, async () => {
      const { findings } = await audited()
      t.match(
        findings.find(({ what }) => what === 'revision_gap'),
        { stream: changed, detail: 'revisions 0 to 0 of its stream are missing' },
      )
      t.ok(findings.some(({ what }) => what === 'fact_removed'))
    })
  })

  await t.test('a fact that was inserted, and one that was moved', async (t) => {
    const insert = `insert into events select position + 1, 'contact-${randomUUID()}', revision,
      '${randomUUID()}', ${COLUMNS} from events where position = ${fact.position}`
    await altered(insert, async () => {
      const { findings } = await audited()
      t.match(findings, [{ what: 'fact_inserted', leaf: 106, revision: '0' }])
    })
    const put = (stream: string, account: string) => `insert into events
      select position + 1, '${stream}', 0, '${randomUUID()}', type, json, data,
        convert_to(replace(convert_from(meta, 'utf8'), '${ACCOUNT}', '${account}'), 'utf8'), created
      from events where position = ${fact.position}`
    const places = [
      put(`contact-${randomUUID()}`, randomUUID()),
      put(`seal-${randomUUID()}`, ACCOUNT),
    ]
    for (const text of places)
      await altered(text, async () => {
        const { findings } = await audited()
        t.match(findings, [{ what: 'fact_inserted', revision: '0' }], 'also where no tree is')
      })
    const swap = `update events set position = -1 where position = ${fact.position};
      update events set position = ${fact.position} where position = ${neighbour.position};
      update events set position = ${neighbour.position} where position = -1`
    await altered(swap, async () => named(t, await audited(), 'fact_moved', neighbour))
  })

  await t.test('a log that was rolled back', async (t) => {
    const cut = all.find(({ position }) => BigInt(position) > BigInt(held.position))?.position
    await altered(cutAt(cut), async () => {
      const { findings } = await audited()
      t.match(findings, [{ what: 'log_rolled_back', stream: `seal-${ACCOUNT}` }])
      t.match(findings[0]?.detail, /has 156 leaves, and the checkpoint that is held 307/)
    })
  })

  await t.test('erased and expired facts still verify', async (t) => {
    const kids = all.map(({ kid }) => kid).filter((kid) => kid !== null)
    t.ok(kids.length > 0)
    await log.vault.factKeys.destroy(kids.slice(0, 40))
    t.same((await audited()).findings, [])
    await altered(`delete from events where stream = '${OLD_STREAM}'`, async () => {
      const { findings } = await audited()
      t.equal(findings.length, 5, 'no fact says that these were deleted')
      t.ok(findings.every(({ what }) => what === 'fact_removed'))
      await release(log)
      t.same((await audited()).findings, [], 'now one does')
    })
  })

  await t.test('any other alteration gives at least one difference', async (t) => {
    const sealed = (await rowsOf(log)).filter(
      ({ position, stream }) =>
        BigInt(position) <= BigInt(later.position) && !/^(retention|seal)-/.test(stream),
    )
    const one = fc.record({ at: fc.nat(sealed.length - 1), by: fc.nat(3), byte: fc.nat(40) })
    await fc.assert(
      fc.asyncProperty(one, async ({ at, by, byte }) => {
        const { position } = sealed[at] as Row
        const flip = (column: string) =>
          `update events set ${column} = set_byte(${column}, ${byte}, get_byte(${column}, ${byte}) # 1)
            where position = ${position}`
        const ways = [flip('data'), flip('meta'), `delete from events where position = ${position}`]
        ways.push(`update events set type = type || 'X' where position = ${position}`)
        await altered(ways[by] ?? '', async () => {
          const { totals } = await audited()
          t.ok(totals.differences > 0, `${ways[by]}`)
        })
      }),
      { numRuns: 12 },
    )
  })

  await t.test(
    'a tail that was written and sealed anew, by somebody who has the key',
    async (t) => {
      const cut = all.find(({ position }) => BigInt(position) > BigInt(held.position))?.position
      await altered(cutAt(cut), async () => {
        await addContacts(log, 200)
        await sealedNow(t, log)
        t.same(
          (await auditOf(log, { heldOf: () => ({ held: [], keys: [] }), heldTrees: [] })).findings,
          [],
        )
        const { findings } = await audited()
        t.match(findings, [{ what: 'history_rewritten', stream: `seal-${ACCOUNT}` }])
      })
    },
  )
})

/** The log as `npm run import` copies it, to another server. */
async function copyOf(t: Test, { server, vault }: SealedLog): Promise<SealedLog> {
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
function cutAt(position: string | undefined): string {
  const last = '(select max(revision) from events e where e.stream = s.stream)'
  return `delete from events where position >= ${position};
    delete from streams s where ${last} is null; update streams s set last = ${last}`
}

const COLUMNS = 'type, json, data, meta, created'

type Audited = Awaited<ReturnType<typeof auditOf>>

async function auditOf({ store }: SealedLog, held: Pick<SealAudit, 'heldOf' | 'heldTrees'>) {
  const findings: SealFinding[] = []
  const { signal } = new AbortController()
  const print = async (line: string) => void findings.push(JSON.parse(line))
  const totals = await auditSeals({ ...{ store, signal, print }, ...held, note: () => undefined })
  return { findings, totals }
}

function named(t: Test, { findings }: Audited, what: string, { stream, revision, id }: Row) {
  t.match(findings, [{ what, tree: ACCOUNT, stream, revision, event_id: id }])
}

/** Seals all that the log has, and returns a checkpoint as somebody else would hold it. */
async function sealedNow(t: Test, log: SealedLog) {
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
  const checkpoint = parseCheckpoint(tree.checkpoint ?? '') as HeldCheckpoint
  const key = parseKey(tree.public_keys[0] ?? '')
  if (key === null) throw new Error('the tree has no key')
  const position = (await rowsOf(log)).at(-1)?.position ?? '0'
  return { checkpoint, key, position }
}

async function leafCount(log: SealedLog): Promise<number> {
  return (await rowsOf(log)).filter(({ stream }) => !/^(seal-|log-this)/.test(stream)).length
}

async function rowsOf({ server }: SealedLog): Promise<readonly Row[]> {
  return query<Row>(
    server.databaseUrl,
    `select position, stream, revision, id, convert_from(meta, 'utf8')::json ->> 'kid' as kid
      from events where stream not like '$%' order by position`,
  )
}

/** Stops the store, alters its table, does something on it, and puts everything back. */
function alterations({ server }: SealedLog) {
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

async function query<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}

/** @returns the stream of a contact that was changed */
async function addContacts({ store }: SealedLog, count: number): Promise<string> {
  let stream = ''
  const account_id = ACCOUNT
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

async function addRaw({ journal }: SealedLog, stream: string, count: number, at?: string) {
  const when = at ?? new Date().toISOString()
  const events = Array.from({ length: count }, (_, n) => {
    const data = { connection_id: 'x', source: 'official', payload: { n }, received_at: when }
    const fact = { type: 'ProviderEventReceived', data }
    return recorded(stream, fact, { account_id: ACCOUNT, at: when })
  })
  await journal.record(stream, events)
}

/** Says that everything before the old day's next week is kept no longer. */
async function release({ store }: SealedLog): Promise<void> {
  const stream = `retention-${ACCOUNT}`
  const data = {
    account_id: ACCOUNT,
    category: 'providerEvent',
    before: '2026-01-20T00:00:00.000Z',
  }
  const fact = { type: 'RetentionApplied', data: { ...data, applied_at: OLD_DAY } }
  await store.append(stream, 'no_stream', [recorded(stream, fact, { account_id: ACCOUNT })])
}
