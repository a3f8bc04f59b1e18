import { createHash, randomUUID } from 'node:crypto'
import { sealKey } from '@recado/application/seal/seal-key'
import { readTree, tileReader } from '@recado/application/seal/sealed-tree'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import { leafHash, rootByProof, rootOf } from '@recado/infra/tlog/merkle'
import { isSignedBy, parseKey } from '@recado/infra/tlog/signed-note'
import { tiledTree } from '@recado/infra/tlog/tiles'
import { growingTree } from '@recado/projectors/reactors/seal/growing-tree'
import pg from 'pg'
import { type Test, test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'
import { recorded } from '../../../kit/projecting.ts'
import { faults, type SealedLog, type Sealing, startSealedLog, startSealing } from './sealing.ts'

const [ACCOUNT, OTHER] = [randomUUID(), randomUUID()]
const CONNECTION = randomUUID()
const AT = new Date().toISOString()

test('every fact is a leaf, in the order of the log, of a tree that checkpoints commit to', async (t) => {
  const log = await startSealedLog(t)
  await addContacts(log.store, ACCOUNT, 300)
  await addContacts(log.store, OTHER, 3)
  await addRawEvents(log, ACCOUNT, 400)
  await addOfNobody(log.store)
  const sealing = await startSealing(t, log)
  await eventually(async () => (await readTree(sealing.run, ACCOUNT))?.state.size === 512)
  t.equal((await readTree(sealing.run, ACCOUNT))?.checkpoint, null, 'none is due yet')

  await t.test('a checkpoint after an hour, of each tree', async (t) => {
    for (const [tree, size] of [
      [ACCOUNT, 700],
      [OTHER, 3],
      ['installation', 1],
    ] as const) {
      const leaves = await leavesIn(log, tree)
      t.equal(leaves.length, size)
      await assertCommitted(t, sealing, tree, leaves)
    }
  })

  await t.test('the tree follows from the log alone, wherever a process begins', async (t) => {
    await sealing.end()
    await addContacts(log.store, ACCOUNT, 100)
    const second = await startSealing(t, log, new Date(Date.now() + 3 * 3_600_000))
    await assertCommitted(t, second, ACCOUNT, await leavesIn(log, ACCOUNT))
    await addContacts(log.store, ACCOUNT, 50)
    await second.end()
    const third = await startSealing(t, log, new Date(Date.now() + 6 * 3_600_000))
    await assertCommitted(t, third, ACCOUNT, await leavesIn(log, ACCOUNT))
  })

  await t.test('a checkpoint that is asked for comes at once', async (t) => {
    const now = new Date(Date.now() + 6 * 3_600_000)
    const fourth = await startSealing(t, log, now)
    const still = { ...fourth, pass: () => undefined }
    const known = await shown(log, fourth)
    await addContacts(log.store, OTHER, 1)
    const fact = { type: 'CheckpointRequested', data: { requested_at: now.toISOString() } }
    const stream = `seal-${OTHER}`
    const request = recorded(stream, fact, { account_id: OTHER, at: AT })
    await log.store.append(stream, BigInt(known.revision), [request])
    await assertCommitted(t, still, OTHER, await leavesIn(log, OTHER))
    await fourth.end()

    // A process that begins later signs over all that came before the request, too.
    const { revision } = (await log.store.readLast(stream)) ?? { revision: -1n }
    await addContacts(log.store, OTHER, 20)
    await log.store.append(stream, revision, [
      recorded(stream, fact, { account_id: OTHER, at: AT }),
    ])
    const fifth = await startSealing(t, log, now)
    const size = (await leavesIn(log, OTHER)).length
    await eventually(async () => (await readTree(fifth.run, OTHER))?.state.isRequested === false)
    await assertCommitted(t, { ...fifth, pass: () => undefined }, OTHER, await leavesIn(log, OTHER))
    const signed: number[] = []
    for await (const { type, data } of log.store.readStream(stream))
      if (type === 'CheckpointSigned') signed.push((data as { size: number }).size)
    t.equal(signed.at(-1), size)
    t.equal(signed.filter((one) => one > size - 20).length, 1, 'once, over all of them')
    await fifth.end()
  })

  await t.test('of two processes that add leaves at once, one begins anew', async (t) => {
    const sealing = await startSealing(t, log)
    const known = await shown(log, sealing)
    const deps = {
      ...{ store: log.store, run: sealing.run, originBase: 'api.example', newId: randomUUID },
      ...{ now: () => new Date(), keyOf: (number: number) => sealKey(log.vault, number) },
    }
    const [first, second] = [growingTree(deps, OTHER, known), growingTree(deps, OTHER, known)]
    const leaf = { hash: leafHash(Buffer.from('x')), logId: 2 ** 50, day: null }
    first.add(leaf)
    second.add(leaf)
    t.ok(await first.sign())
    await t.rejects(second.sign(), /another process adds leaves/)
    const size = known.state.size + 1
    await eventually(async () => (await readTree(sealing.run, OTHER))?.state.size === size)
  })
  t.same(
    faults.filter((fault) => !fault.includes('another process adds leaves')),
    [],
  )
})

/** The tree of the other account, once the read models show all of its facts. */
async function shown({ store }: SealedLog, { run }: Sealing) {
  const last = await store.readLast(`seal-${OTHER}`)
  return eventually(async () => {
    const row = await readTree(run, OTHER)
    return row !== null && BigInt(row.revision) === last?.revision && row
  })
}

/** Waits for the checkpoint over these leaves, and proves some of them. */
async function assertCommitted(
  t: Test,
  { run, pass }: Sealing,
  tree: string,
  leaves: readonly Buffer[],
) {
  const found = await eventually(async () => {
    pass(61)
    const row = await readTree(run, tree)
    return row?.state.signed === leaves.length && row
  })
  const checkpoint = parseCheckpoint(found.checkpoint ?? '')
  const key = parseKey(found.public_keys[0] ?? '')
  t.ok(checkpoint && key && isSignedBy(checkpoint.note, key))
  t.equal(checkpoint?.origin, `api.example/log/${tree}`)
  t.equal(checkpoint?.size, leaves.length)
  t.equal(checkpoint?.root.toString('hex'), rootOf(leaves).toString('hex'))
  const tiled = tiledTree(leaves.length, tileReader(run, tree))
  for (const index of [0, leaves.length >> 1, leaves.length - 1]) {
    const proof = await tiled.inclusionProof(index)
    const leaf = leaves[index] ?? Buffer.alloc(32)
    const root = rootByProof(leaf, { index, size: leaves.length }, proof)
    t.ok(root && checkpoint?.root.equals(root))
  }
}

/** The leaves of a tree, from the stored bytes alone. */
async function leavesIn({ server }: SealedLog, tree: string): Promise<readonly Buffer[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  const { rows } = await client.query('select * from events order by position')
  await client.end()
  const hex = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  return rows
    .filter(({ stream }) => !/^(seal-|\$|log-this)/.test(stream))
    .filter(({ meta }) => (JSON.parse(meta).account_id ?? 'installation') === tree)
    .map(({ id, stream, type, revision, data, meta }) => {
      const of = stream.startsWith('providerEvent-') ? {} : { revision: Number(revision) }
      const hashes = { data_sha256: hex(data), metadata_sha256: hex(meta) }
      return leafHash(Buffer.from(JSON.stringify({ id, stream, type, ...of, ...hashes })))
    })
}

async function addContacts(store: EventStore, account_id: string, count: number) {
  for (let n = 0; n < count; n++) {
    const contact_id = randomUUID()
    const data = { contact_id, account_id, name: `Ana ${n}`, at: 'x' }
    const stream = `contact-${contact_id}`
    const fact = recorded(stream, { type: 'ContactCreated', data }, { account_id, at: AT })
    await store.append(stream, 'no_stream', [fact])
  }
}

async function addRawEvents({ journal }: SealedLog, account_id: string, count: number) {
  const stream = dayStream('providerEvent', CONNECTION, new Date())
  const events = Array.from({ length: count }, (_, n) => {
    const data = { connection_id: CONNECTION, source: 'official', payload: { n }, body: `${n}` }
    return recorded(stream, { type: 'ProviderEventReceived', data }, { account_id, at: AT })
  })
  await journal.record(stream, events.slice(0, 200))
  await journal.record(stream, events.slice(200))
}

async function addOfNobody(store: EventStore) {
  const data = { gateway_id: randomUUID(), url: 'https://gateway.example' }
  const stream = `gateway-${data.gateway_id}`
  const fact = recorded(stream, { type: 'GatewayRegistered', data }, { account_id: '', at: AT })
  const metadata = { ...fact.metadata, account_id: null }
  await store.append(stream, 'no_stream', [{ ...fact, metadata }])
}
