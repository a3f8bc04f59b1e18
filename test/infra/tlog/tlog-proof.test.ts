import { createHash } from 'node:crypto'
import { parseProof, proofText } from '@recado/infra/tlog/tlog-proof'
import { test } from 'tap'

const hash = (text: string) => createHash('sha256').update(text).digest()
const [first, second] = [hash('hash1'), hash('hash2')]

test('proofs have the form of the published examples', (t) => {
  const [a, b] = [first.toString('base64'), second.toString('base64')]
  const proof = { index: 5, hashes: [first, second], checkpoint: 'test checkpoint\n', extra: null }
  const text = `c2sp.org/tlog-proof@v1\nindex 5\n${a}\n${b}\n\ntest checkpoint\n`
  t.equal(proofText(proof), text)
  t.same(parseProof(text), proof)
  const extra = Buffer.from('extra information')
  const withExtra = `c2sp.org/tlog-proof@v1\nextra ${extra.toString('base64')}\nindex 10\n${a}\n\ncheckpoint data\n`
  const other = { index: 10, hashes: [first], checkpoint: 'checkpoint data\n', extra }
  t.equal(proofText(other), withExtra)
  t.same(parseProof(withExtra), other)
  const alone = { index: 0, hashes: [], checkpoint: 'checkpoint\n', extra: null }
  t.equal(proofText(alone), 'c2sp.org/tlog-proof@v1\nindex 0\n\ncheckpoint\n')
  t.same(parseProof(proofText(alone)), alone)
  t.end()
})

test('what the published examples refuse is refused', (t) => {
  const header = 'c2sp.org/tlog-proof@v1'
  const long = Buffer.alloc(64).toString('base64')
  const bad = ['wrong-header\nindex 0', `${header}\nextra !!notbase64!!\nindex 0`, `${header}\n`]
  bad.push(`${header}\nindex notanumber`, `${header}\nindex -5`, `${header}\nindex 01`)
  bad.push(`${header}\nindex 0\n!!notbase64!!`, `${header}\nindex 0\n${long}`)
  for (const text of bad) t.equal(parseProof(`${text}\n\ncheckpoint\n`), null, text)
  t.equal(parseProof('no proof at all'), null)
  t.end()
})
