import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SealProgress } from '@recado/application/seal/audit/seal-progress'
import { sealKey } from '@recado/application/seal/seal-key'
import type { JournalCategory } from '@recado/domain/category'
import { dayStream } from '@recado/infra/event-store/journal'
import {
  checkpointText,
  parseCheckpoint,
  type SignedCheckpoint,
} from '@recado/infra/tlog/checkpoint'
import { keyPair, keyText, type NoteKey, noteKey, signNote } from '@recado/infra/tlog/signed-note'
import { openSealResume } from '@recado/tools/audit/seals/seal-resume'
import { type Test, test } from 'tap'
import { numberClaimed } from '../examples/connection.ts'
import { recorded } from '../kit/projecting.ts'
import { scratchFolder } from '../kit/scratch.ts'
import { type SealedLog, startSealedLog } from '../projectors/reactors/seal/sealing.ts'
import {
  ACCOUNT,
  addContacts,
  addRaw,
  alterations,
  auditOf,
  COLUMNS,
  copyOf,
  named,
  OLD_DAY,
  type Row,
  release,
  rowsOf,
  sealedNow,
} from './sealed-log.ts'

test('retention explains what is missing of a day, whenever it was recorded', async (t) => {
  const log = await startSealedLog(t)
  const old = streamOn(OLD_DAY)
  const altered = alterations(log)
  await addRaw(log, old, 3, OLD_DAY)
  await addContacts(log, 5)
  // At midnight, or when a person is erased.
  await addRaw(log, old, 2)
  await addContacts(log, 5)
  const kept = streamOn('2026-01-19T10:00:00.000Z')
  const delivered = streamOn(OLD_DAY, 'webhookDelivery')
  for (const stream of [kept, delivered]) await addRaw(log, stream, 1, OLD_DAY)
  await release(log)
  await sealedNow(t, log)
  const gone = [old, kept, delivered].map((stream) => `'${stream}'`).join()
  await altered(`delete from events where stream in (${gone})`, async () => {
    const places = async () => (await auditOf(log)).findings.map(({ what, leaf }) => [what, leaf])
    const removed = [17, 18].map((leaf) => ['fact_removed', leaf])
    t.same(await places(), removed, 'not those of the old day')
    await release(log, 'webhookDelivery')
    t.same(await places(), removed.slice(0, 1), 'that of a day that is kept')
  })
})

test('a number that passes from account to account leaves no gap for either', async (t) => {
  const log = await startSealedLog(t)
  const other = randomUUID()
  const stream = `connectionNumber-${randomUUID()}`
  for (const [n, account_id] of [other, ACCOUNT, other, ACCOUNT].entries())
    await log.store.append(stream, n === 0 ? 'no_stream' : BigInt(n - 1), [
      recorded(stream, numberClaimed, { account_id }),
    ])
  await addContacts(log, 3)
  await sealedNow(t, log)
  for (const tree of [ACCOUNT, other])
    t.same((await auditOf(log, { only: new Set([tree]) })).findings, [])
})

test('a forged fact that says that its place is in the future is named', async (t) => {
  const log = await startSealedLog(t)
  await addContacts(log, 20)
  await sealedNow(t, log)
  await addForged(t, log, ['9000000000000', '"x"', '3'])

  await t.test('in a copy of the log too, whose facts say where they were', async (t) => {
    await addForged(t, await copyOf(t, log), ['9000000000000', String(2 ** 40), '3'])
  })
})

/** Puts in facts that say which integer ids they have. */
async function addForged(t: Test, log: SealedLog, logIds: readonly string[]): Promise<void> {
  const facts = (await rowsOf(log)).filter(({ stream }) => stream.startsWith('contact-'))
  const forged = logIds.map((logId, n) => ({
    ...{ logId, id: randomUUID(), stream: `contact-${randomUUID()}`, place: facts[3 + 5 * n] },
  }))
  const named = forged.map(({ id }) => ['fact_inserted', id])
  const found = async () =>
    (await auditOf(log)).findings.map(({ what, event_id }) => [what, event_id])
  await alterations(log)(forged.map(insertion).join(';'), async () => {
    t.same(await found(), named)
    await addContacts(log, 2)
    t.same(await found(), named, 'and facts after them')
  })
}

test('a log from before its first tree needs no memory, and goes on where it was interrupted', async (t) => {
  const log = await startSealedLog(t)
  await addContacts(log, 600)
  const { checkpoint, key } = await sealedNow(t, log)
  await addContacts(log, 30)
  const later = await sealedNow(t, log)
  await addContacts(log, 3)
  const held = { held: [checkpoint, later.checkpoint], keys: [key] }
  const heldOf = (tree: string) => (tree === ACCOUNT ? held : { held: [], keys: [] })
  const holding = { heldOf, heldTrees: [ACCOUNT] }
  const progress: SealProgress[] = []
  const save = async (of: () => SealProgress) => void progress.push(of())
  const whole = await auditOf(log, { ...holding, save })
  t.same(whole.findings, [])
  t.same(whole.totals, { leaves: 636, waiting: 4, differences: 0 })
  t.ok(progress.length > 600)
  t.same(
    progress.flatMap(({ trees }) => [...trees.values()].flatMap(({ behind }) => behind)),
    [],
    'no fact waits',
  )

  const rows = (await rowsOf(log)).filter(({ stream }) => stream.startsWith('contact-'))
  const swap = `update events set position = -1 where position = ${rows[20]?.position};
    update events set position = ${rows[20]?.position} where position = ${rows[500]?.position};
    update events set position = ${rows[500]?.position} where position = -1`
  const remove = `delete from events where position = ${rows[300]?.position}`
  await alterations(log)(`${swap}; ${remove}`, async () => {
    const whole = await auditOf(log, holding)
    t.same(whole.findings.map(({ what }) => what).sort(), [
      ...['fact_altered', 'fact_altered', 'fact_removed'],
    ])
    for (const after of [0, 1, 20, 21, 256, 300, 301, 499, 610, 640])
      t.same(await interrupted(t, log, holding, after), whole, `after ${after} facts`)
  })
})

test('an audit of one account', async (t) => {
  const log = await startSealedLog(t)
  const [other, altered] = [randomUUID(), alterations(log)]
  await addContacts(log, 20)
  await addContacts(log, 20, other)
  await sealedNow(t, log)
  const rows = (await rowsOf(log)).filter(({ stream }) => stream.startsWith('contact-'))
  await altered(`delete from events where position = ${rows[5]?.position}`, async () => {
    const of = (tree: string) => auditOf(log, { only: new Set([tree]) })
    t.same(
      (await of(ACCOUNT)).findings.map(({ what }) => what),
      ['fact_removed'],
    )
    t.same(await of(other), { findings: [], totals: { leaves: 21, waiting: 0, differences: 0 } })
  })
})

test('a change of key', async (t) => {
  const log = await startSealedLog(t)
  await addContacts(log, 5)
  const { key: first, checkpoint } = await sealedNow(t, log)
  const by = (...keys: NoteKey[]) => {
    const heldOf = (tree: string) =>
      tree === ACCOUNT ? { held: [checkpoint], keys } : { held: [], keys: [] }
    return auditOf(log, { heldOf, heldTrees: [ACCOUNT] })
  }
  await changeKey(log, 2, await sealKey(log.vault, 2))
  t.same((await by(first)).findings, [], 'no checkpoint was signed since')
  await changeKey(log, 3, await sealKey(log.vault, 3))
  await addContacts(log, 5)
  await sealedNow(t, log)
  await addContacts(log, 5)
  const { keys } = await sealedNow(t, log)
  t.equal(keys.length, 3)
  t.same((await by(first)).findings, [], 'the key before vouches for it')
  t.same((await by(...keys)).findings, [])
  const last = keys.at(-1) as NoteKey
  t.same((await by(last)).findings, [], 'a key of later commits to all before it')

  await t.test(
    'whoever holds only the last key still finds what was changed before it',
    async (t) => {
      const [early] = (await rowsOf(log)).filter(({ stream }) => stream.startsWith('contact-')) as [
        Row,
      ]
      const flip = `update events set data = set_byte(data, 20, get_byte(data, 20) # 1) where position = ${early.position}`
      await alterations(log)(flip, async () => named(t, await by(last), 'fact_altered', early))
    },
  )

  await t.test('that the key before does not vouch for', async (t) => {
    const forger = randomBytes(32)
    const origin = first.name
    const newest = await log.store.readLast(`seal-${ACCOUNT}`)
    const data = newest?.data as { size: number; root: string; checkpoint: string }
    const { text = '' } = parseCheckpoint(data.checkpoint)?.note ?? {}
    const lines = signNote(text, origin, forger).slice(text.length + 1)
    await changeKey(log, 4, forger)
    const signed = {
      ...data,
      checkpoint: data.checkpoint + lines,
      signed_at: new Date().toISOString(),
    }
    await addToTree(log, { type: 'CheckpointSigned', data: signed })
    const forged = signNote(text, origin, forger)
    await addToTree(log, { type: 'CheckpointSigned', data: { ...signed, checkpoint: forged } })
    const findings = (await by(first)).findings.map(({ what, detail }) => [what, detail])
    t.same(findings, [
      ['signature_wrong', 'no key that is held vouches for its key'],
      ['signature_wrong', 'no known key has signed this checkpoint'],
    ])
  })
})

test('each key of a tree, given alone', async (t) => {
  const log = await startSealedLog(t)
  const held: SignedCheckpoint[] = []
  for (const number of [1, 2, 3]) {
    if (number > 1) await changeKey(log, number, await sealKey(log.vault, number))
    for (const _ of [1, 2]) {
      await addContacts(log, 3)
      held.push((await sealedNow(t, log)).checkpoint)
    }
  }
  const { keys } = await sealedNow(t, log)
  t.equal(keys.length, 3)
  const by = async (key: NoteKey, of: readonly SignedCheckpoint[] = held) => {
    const heldOf = (tree: string) =>
      tree === ACCOUNT ? { held: of, keys: [key] } : { held: [], keys: [] }
    const { findings } = await auditOf(log, { heldOf, heldTrees: [ACCOUNT] })
    return findings.map(({ what, detail }) => [what, detail])
  }
  for (const [n, key] of keys.entries()) t.same(await by(key), [], `key ${n + 1}`)
  const last = keys[2] as NoteKey
  const [, second] = held as [SignedCheckpoint, SignedCheckpoint]
  const forger = randomBytes(32)
  const forgedBy = (text: string) =>
    parseCheckpoint(signNote(text, last.name, forger)) as SignedCheckpoint

  await t.test('a checkpoint that is held, of nobody or with another root', async (t) => {
    const detail = `no known key has signed the checkpoint over ${second.size} leaves that is held`
    t.same(await by(last, [forgedBy(second.note.text)]), [['signature_wrong', detail]])
    const other = forgedBy(checkpointText({ ...second, root: randomBytes(32) }))
    const found = (await by(last, [other])).map(([what]) => what)
    t.same(found, ['history_rewritten', 'signature_wrong'])
  })

  await t.test('a key that has signed nothing', async (t) => {
    const unused = noteKey(last.name, keyPair(forger).publicKey)
    t.same(await by(unused, []), [
      ['signature_wrong', 'its key is none of those that are held'],
      ['signature_wrong', 'no key that is held has signed this checkpoint, or one before it'],
    ])
  })

  await t.test('another first key, and a first checkpoint of nobody', async (t) => {
    const begun = keyText(noteKey(last.name, keyPair(forger).publicKey))
    const first = keyText(keys[0] as NoteKey)
    const isBegun = `stream = 'seal-${ACCOUNT}' and type = 'SealBegun'`
    const swapped = `convert_to(replace(convert_from(data, 'utf8'), '${first}', '${begun}'), 'utf8')`
    await alterations(log)(`update events set data = ${swapped} where ${isBegun}`, async () => {
      const unsigned = ['signature_wrong', 'no known key has signed this checkpoint']
      t.same(await by(last, []), [unsigned, unsigned])
      const none = ['signature_wrong', 'its key is none of those that are held']
      t.same(await by(keys[0] as NoteKey, []), [none])
    })
  })

  await t.test(
    'a checkpoint of nobody at the end, and a key that nobody vouches for',
    async (t) => {
      const newest = await log.store.readLast(`seal-${ACCOUNT}`)
      const data = newest?.data as { size: number; root: string; checkpoint: string }
      const { text = '' } = parseCheckpoint(data.checkpoint)?.note ?? {}
      await changeKey(log, 4, forger)
      const forged = { ...data, checkpoint: signNote(text, last.name, forger) }
      await addToTree(log, { type: 'CheckpointSigned', data: forged })
      const wrong = [
        ['signature_wrong', 'no key that is held vouches for its key'],
        ['signature_wrong', 'no known key has signed this checkpoint'],
      ]
      for (const [n, key] of keys.entries()) t.same(await by(key), wrong, `key ${n + 1}`)
      const forgers = noteKey(last.name, keyPair(forger).publicKey)
      t.same(
        await by(forgers, []),
        [['signature_wrong', 'its key is none of those that are held']],
        'a key that the log has from nobody',
      )
    },
  )
})

/** Interrupts an audit after some facts, and lets another go on by what the first has saved. */
async function interrupted(
  t: Test,
  log: SealedLog,
  holding: Parameters<typeof auditOf>[1],
  after: number,
) {
  const folder = await scratchFolder('seals-')
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'progress')
  const stopping = new AbortController()
  const resume = await openSealResume(file, 'all')
  let [facts, found] = [0, 0]
  const lines: string[] = []
  const print = async (line: string) => void lines.push(line)
  const save: typeof resume.save = async (of, isLast) => {
    facts += 1
    if (facts > after) stopping.abort()
    await resume.save(of, isLast)
  }
  await auditOf(log, { ...holding, signal: stopping.signal, print, save }).catch(() => undefined)
  found = lines.length
  const { from } = await openSealResume(file, 'all')
  const rest = await auditOf(log, { ...holding, from })
  return {
    ...rest,
    findings: [...lines.slice(0, found).map((line) => JSON.parse(line)), ...rest.findings],
  }
}

function streamOn(day: string, journal: JournalCategory = 'providerEvent'): string {
  return dayStream(journal, randomUUID(), new Date(day))
}

type Forged = { id: string; stream: string; logId: string; place: Row | undefined }

function insertion({ id, stream, logId, place }: Forged): string {
  const meta = `convert_to((convert_from(meta, 'utf8')::jsonb || '{"log_id": ${logId}}')::text, 'utf8')`
  return `insert into events select position + 1, '${stream}', 0, '${id}', ${COLUMNS.replace('meta', meta)}
    from events where position = ${place?.position}`
}

async function changeKey(log: SealedLog, key: number, seed: Buffer): Promise<void> {
  const { publicKey } = keyPair(seed)
  const public_key = keyText(noteKey(`api.example/log/${ACCOUNT}`, publicKey))
  const data = { key, public_key, changed_at: new Date().toISOString() }
  await addToTree(log, { type: 'SealKeyChanged', data })
}

async function addToTree(
  { store }: SealedLog,
  fact: { readonly type: string; readonly data: object },
): Promise<void> {
  const stream = `seal-${ACCOUNT}`
  const revision = (await store.readLast(stream))?.revision ?? 'no_stream'
  await store.append(stream, revision, [recorded(stream, fact, { account_id: ACCOUNT })])
}
