import { randomBytes } from 'node:crypto'
import { auditedTree } from '@recado/application/seal/audit/audited-tree'
import { sealChain } from '@recado/application/seal/audit/seal-chain'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import {
  checkpointText,
  parseCheckpoint,
  type SignedCheckpoint,
} from '@recado/infra/tlog/checkpoint'
import { EMPTY_ROOT } from '@recado/infra/tlog/merkle'
import { keyPair, noteKey, signNote } from '@recado/infra/tlog/signed-note'
import { test } from 'tap'

test('a checkpoint of the empty tree that is held', async (t) => {
  const [seed, name] = [randomBytes(32), 'api.example/log/installation']
  const keys = [noteKey(name, keyPair(seed).publicKey)]
  const hash = randomBytes(32)
  const of = { stream: 'gateway-1', id: 'x', revision: 0n, position: 1n }
  const data = { start: 0, count: 1, hashes: hash.toString('base64'), journals: [] }
  const sealed = { type: 'LeavesSealed', ...of, data: { ...data, last_log_id: 1, sealed_at: '' } }
  const audited = async (root: Buffer, facts: readonly object[]) => {
    const note = signNote(checkpointText({ origin: name, size: 0, root }), name, seed)
    const held = [parseCheckpoint(note) as SignedCheckpoint]
    const readStream = async function* (_: string, from = 0n) {
      yield* facts.slice(Number(from)) as RecordedEvent[]
    }
    const chain = sealChain({ store: { readStream }, head: 9n }, 'installation', { held, keys })
    const options = { chain, through: -1, from: null, mayBeGone: async () => false }
    const tree = auditedTree('installation', options)
    const found =
      facts.length === 0 ? [] : await tree.found({ ...of, hash: hash.toString('hex'), logId: 1 })
    return [...found, ...(await tree.ended())].map(({ what }) => what)
  }
  t.same(await audited(EMPTY_ROOT, []), [])
  t.same(await audited(EMPTY_ROOT, [sealed]), [])
  t.same(await audited(randomBytes(32), [sealed]), ['history_rewritten'])
})

test('facts that somebody puts in by thousands do not fill the memory', async (t) => {
  const hashes = Array.from({ length: 4 }, () => randomBytes(32))
  const of = { stream: 'gateway-1', id: 'x', revision: 0n, position: 1n }
  const data = {
    start: 0,
    count: 4,
    hashes: Buffer.concat(hashes).toString('base64'),
    journals: [],
  }
  const sealed = { type: 'LeavesSealed', ...of, data: { ...data, last_log_id: 4, sealed_at: '' } }
  const readStream = async function* (_: string, from = 0n) {
    yield* [sealed].slice(Number(from)) as unknown as RecordedEvent[]
  }
  const none = { held: [], keys: [] }
  const chain = sealChain({ store: { readStream }, head: 9n }, 'installation', none)
  const options = { chain, through: -1, from: null, mayBeGone: async () => false }
  const tree = auditedTree('installation', options)
  const found: string[] = []
  let most = 0
  const facts = [...hashes]
  facts.splice(2, 0, ...Array.from({ length: 20_000 }, () => randomBytes(32)))
  for (const hash of facts) {
    const findings = await tree.found({ ...of, hash: hash.toString('hex'), logId: 1 })
    found.push(...findings.map(({ what }) => what))
    most = Math.max(most, tree.progress().behind.length)
  }
  found.push(...(await tree.ended()).map(({ what }) => what))
  t.equal(found.length, 20_000)
  t.ok(found.every((what) => what === 'fact_inserted'))
  t.ok(most < 5_000)
})
