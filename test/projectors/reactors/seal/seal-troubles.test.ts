import { randomBytes, randomUUID } from 'node:crypto'
import { sealKey } from '@recado/application/seal/seal-key'
import { readTree } from '@recado/application/seal/sealed-tree'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import { isSignedBy, keyPair, keyText, noteKey, parseKey } from '@recado/infra/tlog/signed-note'
import { MAX_WAITING } from '@recado/projectors/reactors/seal/growing-tree'
import { test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'
import { recorded } from '../../../kit/projecting.ts'
import { auditOf } from '../../../tools/sealed-log.ts'
import { faults, type SealedLog, type Sealing, startSealedLog, startSealing } from './sealing.ts'

const [BAD, GOOD] = [randomUUID(), randomUUID()]
const DAY_MINUTES = 24 * 60
const FAR_MINUTES = 1_000 * DAY_MINUTES

test('a round whose clock was ahead stops no later one', async (t) => {
  const log = await startSealedLog(t)
  await addContact(log, GOOD)
  const ahead = await startSealing(t, log, new Date(Date.now() + FAR_MINUTES * 60_000))
  await signed(ahead, GOOD, 1)
  await ahead.end()
  await addContact(log, GOOD)
  const right = await startSealing(t, log)
  await signed(right, GOOD, 2)
  await addContact(log, GOOD)
  right.pass(FAR_MINUTES)
  await signed(right, GOOD, 3)

  await t.test('nor one within a process whose clock is set right', async () => {
    right.pass(-FAR_MINUTES)
    await addContact(log, GOOD)
    await signed(right, GOOD, 4)
  })
  t.same(faults.splice(0), [])
})

test('a checkpoint that was asked for covers what came before, also when a round is due', async (t) => {
  const log = await startSealedLog(t)
  await addContact(log, GOOD)
  const first = await startSealing(t, log)
  await signed(first, GOOD, 1)
  await first.end()
  // More than one batch.
  for (let n = 0; n < 6; n++) await addRaw(log, GOOD, 250)
  await request(log, GOOD)
  const second = await startSealing(t, log, new Date(Date.now() + FAR_MINUTES * 60_000))
  await eventually(async () => (await readTree(second.run, GOOD))?.state.signed === 1_501)
  t.same(await signedSizes(log, GOOD), [1, 1_501], 'once, over all of them')
  t.same(faults.splice(0), [])
})

test('a tree that cannot be signed stops no other', async (t) => {
  const log = await startSealedLog(t)
  for (const account of [BAD, GOOD]) await addContact(log, account)
  const sealing = await startSealing(t, log)
  for (const account of [BAD, GOOD]) await signed(sealing, account, 1)
  const through = await eventually(
    async () => (await throughOf(sealing)) > -1 && throughOf(sealing),
  )
  await changeKey(log, BAD, 2, randomBytes(32))
  const waits = await addContact(log, BAD)
  await addContact(log, GOOD)
  await signed(sealing, GOOD, 2)
  await addContact(log, GOOD)
  await signed(sealing, GOOD, 3)

  await t.test('it is told, again and again, until it is mended', async (t) => {
    await eventually(async () => {
      sealing.pass(1)
      return faults.length > 2
    })
    t.ok(faults.every((fault) => fault.includes(BAD)))
    t.notOk(faults.some((fault) => fault.includes(GOOD)))
    const told = sealing.recoveries()
    await addContact(log, GOOD)
    await signed(sealing, GOOD, 4)
    t.equal(sealing.recoveries(), told, 'the part has not recovered')
  })

  await t.test('what waits for it is not noted as sealed', async (t) => {
    t.ok((await throughOf(sealing)) >= through)
    t.ok((await throughOf(sealing)) < Number(waits))
  })

  await t.test('and it goes on when it is mended', async (t) => {
    await changeKey(log, BAD, 3, await sealKey(log.vault, 3))
    await signed(sealing, BAD, 2)
    const last = await log.store.readLast(`seal-${BAD}`)
    await eventually(async () => {
      sealing.pass(61)
      await addContact(log, GOOD)
      return (await throughOf(sealing)) > Number(last?.position)
    })
    const tree = await readTree(sealing.run, BAD)
    const [first, , third] = (tree?.public_keys ?? []).map(parseKey)
    const note = parseCheckpoint(tree?.checkpoint ?? '')?.note
    for (const key of [first, third]) t.ok(note && key && isSignedBy(note, key))
  })
  faults.length = 0
})

test('a tree that cannot be stored keeps few leaves in memory, and has all of them once it can', async (t) => {
  const log = await startSealedLog(t)
  for (const account of [BAD, GOOD]) await addContact(log, account)
  let isAway = true
  const append: EventStore['append'] = (stream, ...rest) => {
    if (isAway && stream === `seal-${BAD}`) throw new Error('this stream takes nothing')
    return log.store.append(stream, ...rest)
  }
  const store: EventStore = Object.assign(Object.create(log.store), { append })
  const sealing = await startSealing(t, { store, vault: log.vault })
  await signed(sealing, GOOD, 1)
  for (let n = 0; n < 6; n++) await addRaw(log, BAD, MAX_WAITING / 4)
  await addContact(log, GOOD)
  await signed(sealing, GOOD, 2)
  t.notOk(faults.some((fault) => fault.includes('read anew')))
  isAway = false
  await signed(sealing, BAD, 1 + MAX_WAITING * 1.5)
  t.ok(
    faults.some((fault) => fault.includes('read anew')),
    'more than it has kept',
  )
  const { findings } = await auditOf(log)
  t.same(findings, [], 'each in its place')
  faults.length = 0
})

/** Waits for the checkpoint of a tree over so many leaves. */
async function signed({ run, pass }: Sealing, tree: string, size: number) {
  return eventually(async () => {
    pass(61)
    const row = await readTree(run, tree)
    return row?.state.signed === size && row
  })
}

async function throughOf({ run }: Sealing): Promise<number> {
  return (await readTree(run, 'installation'))?.state.through ?? -1
}

async function signedSizes({ store }: SealedLog, tree: string): Promise<readonly number[]> {
  const sizes: number[] = []
  for await (const { type, data } of store.readStream(`seal-${tree}`))
    if (type === 'CheckpointSigned') sizes.push((data as { size: number }).size)
  return sizes
}

async function addContact({ store }: SealedLog, account_id: string): Promise<bigint> {
  const contact_id = randomUUID()
  const data = { contact_id, account_id, name: 'Ana', at: 'x' }
  const stream = `contact-${contact_id}`
  const fact = recorded(stream, { type: 'ContactCreated', data }, { account_id })
  return (await store.append(stream, 'no_stream', [fact])).position
}

async function addRaw({ journal }: SealedLog, account_id: string, count: number): Promise<void> {
  const stream = dayStream('providerEvent', account_id, new Date())
  const events = Array.from({ length: count }, (_, n) => {
    const data = { connection_id: 'x', source: 'official', payload: { n } }
    return recorded(stream, { type: 'ProviderEventReceived', data }, { account_id })
  })
  await journal.record(stream, events)
}

async function request(log: SealedLog, account_id: string): Promise<void> {
  const data = { requested_at: new Date().toISOString() }
  await addToTree(log, account_id, { type: 'CheckpointRequested', data })
}

/** The log names the public key of a seed. */
async function changeKey(log: SealedLog, account_id: string, key: number, seed: Buffer) {
  const { publicKey } = keyPair(seed)
  const public_key = keyText(noteKey(`api.example/log/${account_id}`, publicKey))
  const data = { key, public_key, changed_at: new Date().toISOString() }
  await addToTree(log, account_id, { type: 'SealKeyChanged', data })
}

async function addToTree(
  { store }: SealedLog,
  account_id: string,
  fact: { readonly type: string; readonly data: object },
): Promise<void> {
  const stream = `seal-${account_id}`
  const revision = (await store.readLast(stream))?.revision ?? 'no_stream'
  await store.append(stream, revision, [recorded(stream, fact, { account_id })])
}
