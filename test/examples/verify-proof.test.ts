import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkpointText } from '@recado/infra/tlog/checkpoint'
import { leafHash, nodeHash } from '@recado/infra/tlog/merkle'
import { keyPair, keyText, noteKey, signNote } from '@recado/infra/tlog/signed-note'
import { proofText } from '@recado/infra/tlog/tlog-proof'
import { test } from 'tap'
import { scratchFolder } from '../kit/scratch.ts'

const VERIFY = fileURLToPath(new URL('../../examples/verify-proof.mjs', import.meta.url))

test('a proof of another tree, or of a leaf that no tree has, is refused', async (t) => {
  const folder = await scratchFolder('verify-')
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const [seed, data] = [randomBytes(32), '{"name":"x"}']
  const [own, other] = ['api.example/log/a', 'api.example/log/b']
  const record = JSON.stringify({ data_sha256: createHash('sha256').update(data).digest('hex') })
  const beside = leafHash(Buffer.from('beside'))
  const root = nodeHash(leafHash(Buffer.from(record)), beside)
  const text = checkpointText({ origin: own, size: 2, root })
  const proof = (name: string, index = '0') =>
    proofText({
      ...{ index: 0, hashes: [beside], checkpoint: signNote(text, name, seed) },
      extra: Buffer.from(JSON.stringify({ record, data })),
    }).replace('\nindex 0\n', `\nindex ${index}\n`)
  const verified = async (of: string, name: string) => {
    const file = join(folder, 'of.tlog-proof')
    await writeFile(file, of)
    const key = keyText(noteKey(name, keyPair(seed).publicKey))
    return spawnSync(process.execPath, [VERIFY, file, key], { encoding: 'utf8' })
  }
  t.match(await verified(proof(own), own), { status: 0, stdout: /^PROVEN: leaf 0 of 2 in / })
  // The name beside a signature is not signed, and trees share a key.
  t.match(await verified(proof(other), other), { status: 1, stderr: /another tree/ })
  const without = (claim: object) =>
    proofText({
      ...{ index: 0, hashes: [beside], checkpoint: signNote(text, own, seed) },
      extra: Buffer.from(JSON.stringify(claim)),
    })
  for (const claim of [{ record, data: null }, { record }]) {
    const shown = await verified(without(claim), own)
    t.match(shown, { status: 0, stdout: /"data": "the event is not in this proof"/ })
    t.notMatch(shown.stdout, /erased/, 'nothing proves why')
  }
  for (const index of ['-1', '-2', '', '0x0', ' 0', '00'])
    t.match(await verified(proof(own, index), own), { status: 1, stderr: /names no leaf/ }, index)
})
