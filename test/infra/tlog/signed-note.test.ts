import { randomBytes, sign } from 'node:crypto'
import { checkpointText, parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import { EMPTY_ROOT } from '@recado/infra/tlog/merkle'
import {
  COSIGNATURE,
  cosignedText,
  isSignedBy,
  keyPair,
  keyText,
  noteKey,
  parseKey,
  parseNote,
  signatureLine,
  signNote,
} from '@recado/infra/tlog/signed-note'
import fc from 'fast-check'
import { test } from 'tap'

/** The examples of Go's implementation, which C2SP signed-note was written from. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const PETER_SEED = 'AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const ENOCH = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop'
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const PETER_LINE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const ENOCH_LINE =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n'
/** The example of C2SP tlog-checkpoint and tlog-cosignature. */
const SOFA = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`

test('keys and signatures are those of the published examples', (t) => {
  const seed = Buffer.from(PETER_SEED, 'base64').subarray(1)
  t.equal(keyText(noteKey('PeterNeumann', keyPair(seed).publicKey)), PETER)
  t.equal(signNote(TEXT, 'PeterNeumann', seed), `${TEXT}\n${PETER_LINE}`)
  const note = parseNote(`${TEXT}\n${PETER_LINE}${ENOCH_LINE}`)
  for (const text of [PETER, ENOCH]) {
    const key = parseKey(text)
    t.ok(key && note && isSignedBy(note, key))
  }
  const otherText = parseNote(`x${TEXT}\n${PETER_LINE}`)
  const peter = parseKey(PETER)
  t.notOk(otherText && peter && isSignedBy(otherText, peter))
  t.end()
})

test('keys and notes of any other form are refused', (t) => {
  for (let at = 0; at < PETER.length; at++) {
    const next = String.fromCharCode(PETER.charCodeAt(at) + 1)
    t.equal(parseKey(PETER.slice(0, at) + next + PETER.slice(at + 1)), null)
    t.equal(parseKey(PETER.slice(0, at)), null)
  }
  const bad = [
    TEXT,
    `${TEXT}\n`,
    `${TEXT}\n${PETER_LINE.slice(0, -1)}`,
    `\x01${TEXT}\n${PETER_LINE}`,
  ]
  bad.push(`${TEXT}\n— Bad Name x08go/ZJ\n`, `${TEXT}\n${PETER_LINE}Unexpected line.\n`)
  bad.push(`${TEXT}\n${PETER_LINE.repeat(101)}`)
  for (const note of bad) t.equal(parseNote(note), null)
  t.end()
})

test('the checkpoint of the documents is read as they say', (t) => {
  const checkpoint = parseCheckpoint(SOFA)
  t.match(checkpoint, { origin: 'example.com/behind-the-sofa', size: 20_852_163 })
  t.equal(checkpoint?.root.toString('base64'), 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=')
  const [own, witness] = checkpoint?.note.signatures ?? []
  t.equal(own?.keyId.toString('hex'), '033de0ae')
  t.equal(own?.signature.length, 64)
  t.equal(witness?.signature.readBigUInt64BE(0), 1_679_315_147n)
  t.ok(checkpoint && checkpointText(checkpoint) === checkpoint.note.text)
  t.equal(
    cosignedText(checkpoint?.note.text ?? '', 1_679_315_147n),
    'cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n',
  )
  t.end()
})

test('checkpoints of any other form are refused', (t) => {
  const [, size = '', root = ''] = SOFA.split('\n')
  for (const [from, to] of [
    [size, '01'],
    [size, '-1'],
    [size, '1e3'],
    [root, 'CsUY'],
    [root, ''],
  ])
    t.equal(parseCheckpoint(SOFA.replace(String(from), String(to))), null)
  t.end()
})

test('a witness of the published kind of key cosigns, and no changed byte verifies', (t) => {
  t.ok(parseKey('remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2'))
  const seed = randomBytes(32)
  const { privateKey, publicKey } = keyPair(seed)
  const key = noteKey('witness.example/w1', publicKey, COSIGNATURE)
  const text = checkpointText({ origin: 'example.com/log', size: 0, root: EMPTY_ROOT })
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(1_679_315_147n)
  const made = sign(null, Buffer.from(cosignedText(text, 1_679_315_147n)), privateKey)
  const signature = Buffer.concat([time, made])
  const line = signatureLine({ name: key.name, keyId: key.id, signature })
  const note = parseNote(`${text}\n${line}`)
  t.ok(note && isSignedBy(note, key))
  fc.assert(
    fc.property(fc.nat(signature.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(signature)
      changed[at] = (changed[at] ?? 0) ^ by
      const other = signatureLine({ name: key.name, keyId: key.id, signature: changed })
      const cosigned = parseNote(`${text}\n${other}`)
      t.notOk(cosigned && isSignedBy(cosigned, key))
    }),
  )
  t.end()
})
