// Keeps the checkpoints of your account where whoever runs Recado cannot write, and verifies with each new one that the
// log has only grown since. Run it daily; it needs Node and nothing of Recado.
//   RECADO_BASE_URL=https://…/api/v1 RECADO_API_KEY=… node examples/keep-checkpoints.mjs <folder> <public key>
// The public key has the form name+id+key; whoever keeps the log tells it once. Exit codes: 0 the log has only grown,
// 1 it has not, or the key has not signed, 2 nothing could be verified.
// The forms are those of https://c2sp.org/tlog-checkpoint, https://c2sp.org/tlog-tiles and RFC 9162, 2.1.4.
import { createHash, verify } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const TILE_WIDTH = 256
const HASH_BYTES = 32

const [folder, publicKey] = process.argv.slice(2)
const { RECADO_BASE_URL: url, RECADO_API_KEY: apiKey } = process.env
if (!folder || !publicKey || !url || !apiKey) {
  process.stderr.write(
    'RECADO_BASE_URL=https://… RECADO_API_KEY=… node examples/keep-checkpoints.mjs <folder> <public key>\n',
  )
  process.exit(2)
}

class Tampered extends Error {}

try {
  process.stdout.write(`${await keepNewest()}\n`)
} catch (error) {
  const isTampered = error instanceof Tampered
  process.stderr.write(`${isTampered ? 'NOT PROVEN' : 'NOT VERIFIED'}: ${error.message}\n`)
  process.exitCode = isTampered ? 1 : 2
}

async function keepNewest() {
  const keys = [publicKey]
  let before = { size: 0, root: sha256().toString('base64') }
  for (const kept of await keptNotes()) before = signed(kept, keys)
  const note = await (await answerTo('checkpoint')).text()
  const newest = signed(note, keys)
  await verifyGrowth(before, newest)
  await mkdir(folder, { recursive: true })
  const name = `${newest.size}-${sha256(note).toString('hex').slice(0, 8)}.checkpoint`
  await writeFile(join(folder, name), note)
  return `PROVEN: ${newest.origin} has grown from ${before.size} leaves to ${newest.size}, and kept them all`
}

/** In the order in which they were signed. Of two of one size, the one that names a new key is the first. */
async function keptNotes() {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const kept = names.filter((name) => name.endsWith('.checkpoint'))
  const notes = await Promise.all(kept.map((name) => readFile(join(folder, name), 'utf8')))
  const order = (note) => [Number(note.split('\n')[1]), note.includes('\nnew-key ') ? 0 : 1]
  return notes.sort((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1])
}

/** What a checkpoint says, once a trusted key has signed it. A new key that it names is trusted from then on. */
function signed(note, keys) {
  const at = note.lastIndexOf('\n\n')
  const text = note.slice(0, at + 1)
  const lines = note.slice(at + 2).split('\n')
  const [origin, size, root, ...more] = text.split('\n')
  const [name] = publicKey.split('+')
  // Trees may share a key, under names of their own: the origin is signed, the name beside the signature is not.
  if (at >= 0 && origin !== name)
    throw new Tampered(
      `the checkpoint is one of another tree: of ${origin}, and the key of ${name}`,
    )
  if (at < 0 || !keys.some((key) => hasSigned(key, text, lines)))
    throw new Tampered('the key has not signed the checkpoint')
  const newKey = more.find((line) => line.startsWith('new-key '))
  if (newKey !== undefined) keys.push(newKey.slice('new-key '.length))
  return { origin, size: Number(size), root }
}

function hasSigned(key, text, lines) {
  const [name, keyId, ...rest] = key.split('+')
  const bytes = Buffer.from(rest.join('+'), 'base64').subarray(1)
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes])
  return lines
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => Buffer.from(line.split(' ')[2], 'base64'))
    .filter((signature) => signature.subarray(0, 4).toString('hex') === keyId)
    .some((signature) =>
      verify(
        null,
        Buffer.from(text),
        { key: spki, format: 'der', type: 'spki' },
        signature.subarray(4),
      ),
    )
}

/** Nothing that the server says is believed: the hashes it gives have to lead to both roots (RFC 9162, 2.1.4.2). */
async function verifyGrowth(before, newest) {
  const { size, root } = before
  if (newest.size < size)
    throw new Tampered(`the log had ${size} leaves, and has ${newest.size}: it was taken back`)
  if (size === 0 || size === newest.size) {
    if (size > 0 && root !== newest.root) throw new Tampered(rewritten(size))
    return
  }
  const proof = await pathOf(size, 0, newest.size, true, tilesOf(newest.size))
  const [first, ...hashes] = isPower(size) ? [Buffer.from(root, 'base64'), ...proof] : proof
  let [node, last] = [size - 1, newest.size - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  let [old, now] = [first, first]
  for (const hash of hashes) {
    if (last === 0) throw new Tampered(rewritten(size))
    if (node % 2 === 1 || node === last) {
      ;[old, now] = [sha256(Buffer.of(1), hash, old), sha256(Buffer.of(1), hash, now)]
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else now = sha256(Buffer.of(1), now, hash)
    ;[node, last] = [half(node), half(last)]
  }
  const isGrown = old.toString('base64') === root && now.toString('base64') === newest.root
  if (last !== 0 || !isGrown) throw new Tampered(rewritten(size))
}

/** The hashes that show how a tree of so many leaves grew out of its first ones (RFC 9162, 2.1.4.1). */
async function pathOf(size, start, count, isWhole, hashAt) {
  if (size === count) return isWhole ? [] : [await subtree(start, count, hashAt)]
  const left = splitOf(count)
  return size <= left
    ? [
        ...(await pathOf(size, start, left, isWhole, hashAt)),
        await subtree(start + left, count - left, hashAt),
      ]
    : [
        ...(await pathOf(size - left, start + left, count - left, false, hashAt)),
        await subtree(start, left, hashAt),
      ]
}

async function subtree(start, count, hashAt) {
  if (count === 1 || (isPower(count) && start % count === 0)) return hashAt(start, count)
  const left = splitOf(count)
  const right = await subtree(start + left, count - left, hashAt)
  return sha256(Buffer.of(1), await subtree(start, left, hashAt), right)
}

/** Reads the hash over a complete part of the tree; each tile is fetched once. */
function tilesOf(size) {
  const tiles = new Map()
  const fetched = async (level, number) => {
    const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - number * TILE_WIDTH)
    const path = `tile/${level}/${pathOfNumber(number)}${width === TILE_WIDTH ? '' : `.p/${width}`}`
    const bytes = Buffer.from(await (await answerTo(path)).arrayBuffer())
    if (bytes.length !== width * HASH_BYTES) throw new Error(`${path} has ${bytes.length} bytes`)
    return Array.from({ length: width }, (_, n) =>
      bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
    )
  }
  return async (start, count) => {
    let level = 0
    while (TILE_WIDTH ** (level + 1) <= count) level += 1
    const [from, width] = [start / TILE_WIDTH ** level, count / TILE_WIDTH ** level]
    const number = Math.floor(from / TILE_WIDTH)
    const name = `${level}/${number}`
    if (!tiles.has(name)) tiles.set(name, fetched(level, number))
    let hashes = (await tiles.get(name)).slice(from % TILE_WIDTH, (from % TILE_WIDTH) + width)
    while (hashes.length > 1)
      hashes = hashes.flatMap((hash, n) =>
        n % 2 === 0 ? [sha256(Buffer.of(1), hash, hashes[n + 1])] : [],
      )
    return hashes[0]
  }
}

/** Such as x001/x234/067. */
function pathOfNumber(number) {
  const text = String(number)
  const parts = text.padStart(Math.ceil(text.length / 3) * 3, '0').match(/\d{3}/g)
  return parts.map((part, n) => (n < parts.length - 1 ? `x${part}` : part)).join('/')
}

async function answerTo(path) {
  const answer = await fetch(`${url.replace(/\/+$/, '')}/log/${path}`, {
    redirect: 'error', // it would carry the key wherever it leads
    headers: { authorization: `Bearer ${apiKey}` },
  })
  if (!answer.ok) throw new Error(`GET /log/${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

function rewritten(size) {
  return `the first ${size} leaves are not those of the checkpoint that was kept: the log was rewritten`
}

function isPower(count) {
  return Number.isInteger(Math.log2(count))
}

/** The largest power of two below a number. */
function splitOf(count) {
  return 2 ** (Math.ceil(Math.log2(count)) - 1)
}

function half(number) {
  return Math.floor(number / 2)
}

function sha256(...parts) {
  return parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
}
