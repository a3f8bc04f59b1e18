// Verifies a proof that an event is in the log, offline and with nothing of Recado: only the public key is trusted.
//   node examples/verify-proof.mjs <file.tlog-proof> <public key>
// The public key has the form name+id+key; whoever keeps the log tells it once, and it never changes without notice.
// The forms are those of https://c2sp.org/tlog-proof, https://c2sp.org/tlog-checkpoint and https://c2sp.org/signed-note.
import { createHash, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file, publicKey] = process.argv.slice(2)
if (!file || !publicKey) {
  process.stderr.write('node examples/verify-proof.mjs <file.tlog-proof> <public key>\n')
  process.exit(2)
}

const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const fail = (why) => {
  process.stderr.write(`NOT PROVEN: ${why}\n`)
  process.exit(1)
}

// 1. The file: a header, what is claimed, the index of the leaf, the hashes beside its way to the root, a checkpoint.
const text = readFileSync(file, 'utf8')
const end = text.indexOf('\n\n')
const [header, extra, indexLine, ...hashLines] = text.slice(0, end).split('\n')
if (header !== 'c2sp.org/tlog-proof@v1') fail('the file is no proof')
const claim = JSON.parse(Buffer.from(extra.replace(/^extra /, ''), 'base64').toString('utf8'))
if (!/^index (0|[1-9]\d{0,15})$/.test(indexLine)) fail('the proof names no leaf')
const index = Number(indexLine.slice(6))
const hashes = hashLines.map((line) => Buffer.from(line, 'base64'))

// 2. The checkpoint: its signature by the key that is trusted.
const note = text.slice(end + 2)
const at = note.lastIndexOf('\n\n')
const body = note.slice(0, at + 1)
const [name, keyId, ...keyText] = publicKey.split('+')
const key = Buffer.from(keyText.join('+'), 'base64').subarray(1)
const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
const signatures = note
  .slice(at + 2)
  .split('\n')
  .filter((line) => line.startsWith(`— ${name} `))
  .map((line) => Buffer.from(line.split(' ')[2], 'base64'))
  .filter((bytes) => bytes.subarray(0, 4).toString('hex') === keyId)
const isSigned = (bytes) =>
  verify(null, Buffer.from(body), { key: spki, format: 'der', type: 'spki' }, bytes.subarray(4))
if (signatures.length === 0 || !signatures.every(isSigned))
  fail('the key has not signed the checkpoint')
const [origin, size, root] = body.split('\n')
// Trees may share a key, under names of their own: the origin is signed, the name beside the signature is not.
if (origin !== name) fail('the checkpoint is one of another tree')

// 3. The record, hashed here, leads to the root of the checkpoint (RFC 9162, 2.1.3.2).
let hash = sha256(Buffer.of(0), claim.record)
let [node, last] = [BigInt(index), BigInt(size) - 1n]
if (node > last) fail('the tree has no such leaf')
for (const other of hashes) {
  if (last === 0n) fail('the proof is too long')
  if (node % 2n === 1n || node === last) {
    hash = sha256(Buffer.of(1), other, hash)
    while (node % 2n === 0n && node !== 0n) [node, last] = [node / 2n, last / 2n]
  } else hash = sha256(Buffer.of(1), hash, other)
  ;[node, last] = [node / 2n, last / 2n]
}
if (last !== 0n || hash.toString('base64') !== root) fail('the record is not in the tree')

// 4. The event has the hash that the record says. Why it is not in the proof, nothing proves: whoever keeps the log leaves
// it out once the person that it is about was erased.
const record = JSON.parse(claim.record)
const isShown = typeof claim.data === 'string'
if (isShown && sha256(claim.data).toString('hex') !== record.data_sha256)
  fail('the event is not the one of the record')

const data = isShown ? JSON.parse(claim.data) : 'the event is not in this proof'
process.stdout.write(
  `PROVEN: leaf ${index} of ${size} in ${origin}\n${JSON.stringify({ ...record, data }, null, 2)}\n`,
)
