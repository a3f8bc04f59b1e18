import { randomBytes } from 'node:crypto'
import { checkpointText, parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import { EMPTY_ROOT } from '@recado/infra/tlog/merkle'
import { keyPair, noteKey, signNote } from '@recado/infra/tlog/signed-note'
import { auditedTree, type HeldCheckpoint } from '@recado/tools/audit/seals/audited-tree'
import { test } from 'tap'

test('a checkpoint of the empty tree that is held', async (t) => {
  const [seed, name] = [randomBytes(32), 'api.example/log/installation']
  const keys = [noteKey(name, keyPair(seed).publicKey)]
  const ofRoot = (root: Buffer) => {
    const note = signNote(checkpointText({ origin: name, size: 0, root }), name, seed)
    const held = [parseCheckpoint(note) as HeldCheckpoint]
    return auditedTree('installation', { held, keys, mayBeGone: async () => false })
  }
  const hash = randomBytes(32)
  const of = { stream: 'gateway-1', id: 'x', revision: 0n, position: 1n }
  const data = { start: 0, count: 1, hashes: hash.toString('base64'), journals: 'AA==' }
  const sealed = { type: 'LeavesSealed', ...of, data: { ...data, last_log_id: 1, sealed_at: '' } }
  const recordedAt = '2026-01-01T00:00:00.000Z'
  const grown = async (tree: ReturnType<typeof auditedTree>) => {
    tree.found({ ...of, hash: hash.toString('hex'), logId: 1, recordedAt })
    const found = await tree.heard(sealed as never)
    return [...found, ...tree.ended()].map(({ what }) => what)
  }
  t.same(ofRoot(EMPTY_ROOT).ended(), [])
  t.same(await grown(ofRoot(EMPTY_ROOT)), [])
  t.same(await grown(ofRoot(randomBytes(32))), ['history_rewritten'])
})
