import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkpointText } from '@recado/infra/tlog/checkpoint'
import { leafHash, rootOf } from '@recado/infra/tlog/merkle'
import { keyPair, keyText, noteKey, signNote } from '@recado/infra/tlog/signed-note'
import { parseTilePath } from '@recado/infra/tlog/tiles'
import fc from 'fast-check'
import { type Test, test } from 'tap'
import { tilesOf } from '../infra/tlog/tiles-of.ts'
import { scratchFolder } from '../kit/scratch.ts'

const KEEP = fileURLToPath(new URL('../../examples/keep-checkpoints.mjs', import.meta.url))
const ORIGIN = 'api.example/log/a'
const SEED = randomBytes(32)
const KEY = keyText(noteKey(ORIGIN, keyPair(SEED).publicKey))

const leavesOf = (size: number, name = 'leaf') =>
  Array.from({ length: size }, (_, n) => leafHash(Buffer.from(`${name} ${n}`)))

/** A server that shows a tree as it likes. */
async function startLog(t: Test) {
  let leaves: readonly Buffer[] = []
  let note = ''
  const server = createServer(async ({ url = '' }, response) => {
    if (url === '/log/checkpoint') return response.end(note)
    const tile = parseTilePath(url.replace('/log/tile/', ''))
    response.end(tile === null ? '' : await tilesOf(leaves)(tile))
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await new Promise((begun) => server.once('listening', begun))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const show = (
    next: readonly Buffer[],
    { newKey = null as Buffer | null, seeds = [SEED] } = {},
  ) => {
    leaves = next
    const named = newKey && noteKey(ORIGIN, keyPair(newKey).publicKey)
    const text = checkpointText(
      { origin: ORIGIN, size: next.length, root: rootOf(next) },
      { newKey: named, runningHash: null },
    )
    note = signNote(text, ORIGIN, ...seeds)
  }
  const showTiles = (other: readonly Buffer[]) => {
    leaves = other
  }
  return { show, showTiles, kept: (folder: string) => keep(base, folder) }
}

function keep(base: string, folder: string): Promise<{ status: unknown; told: string }> {
  const env = { ...process.env, RECADO_BASE_URL: base, RECADO_API_KEY: 'rcd_x' }
  return new Promise((ended) =>
    execFile(process.execPath, [KEEP, folder, KEY], { env }, (error, out, err) =>
      ended({ status: error?.code ?? 0, told: out + err }),
    ),
  )
}

async function newFolder(t: Test): Promise<string> {
  const folder = await scratchFolder('kept-')
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'not', 'there')
}

test('a log that has only grown is proven at any two sizes', async (t) => {
  const log = await startLog(t)
  const size = fc.oneof(fc.constantFrom(1, 255, 256, 257, 512), fc.integer({ min: 1, max: 1_200 }))
  const sizes = fc.tuple(size, size).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async ([before, now], which) => {
      const folder = await newFolder(t)
      log.show(leavesOf(before))
      t.match(await log.kept(folder), { status: 0, told: `grown from 0 leaves to ${before},` })
      log.show(leavesOf(now))
      t.match(await log.kept(folder), { status: 0, told: `from ${before} leaves to ${now},` })
      const changed = leavesOf(now)
      changed[which % before] = leafHash(Buffer.from('another'))
      log.show(changed)
      t.match(await log.kept(folder), { status: 1, told: /NOT PROVEN: .* rewritten/ })
    }),
    { numRuns: 12 },
  )
})

test('tiles of the log that was kept, below a root of another one, prove nothing', async (t) => {
  const [log, folder] = [await startLog(t), await newFolder(t)]
  log.show(leavesOf(300))
  await log.kept(folder)
  log.show([...leavesOf(300, 'other'), ...leavesOf(200)])
  log.showTiles(leavesOf(500))
  t.match(await log.kept(folder), { status: 1, told: /rewritten/ })
  log.show(leavesOf(299))
  t.match(await log.kept(folder), { status: 1, told: /taken back/ })
  t.equal((await readdir(folder)).length, 1, 'what is not proven is not kept')
})

test('a new key counts once the one before names it', async (t) => {
  const [log, folder, next] = [await startLog(t), await newFolder(t), randomBytes(32)]
  log.show(leavesOf(3), { seeds: [next] })
  t.match(await log.kept(folder), { status: 1, told: /has not signed/ })
  log.show(leavesOf(3), { newKey: next, seeds: [next, SEED] })
  t.match(await log.kept(folder), { status: 0 })
  log.show(leavesOf(3), { seeds: [next] })
  t.match(await log.kept(folder), { status: 0 })
  log.show(leavesOf(9), { seeds: [next] })
  t.match(await log.kept(folder), { status: 0, told: /from 3 leaves to 9/ })
})

test('a server that is away is no fault of the log', async (t) => {
  const gone = await keep('http://127.0.0.1:9', await newFolder(t))
  t.match(gone, { status: 2, told: /NOT VERIFIED/ })
})
