import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { leafHash } from '@recado/infra/tlog/merkle'
import { keyPair, keyText, noteKey } from '@recado/infra/tlog/signed-note'
import fc from 'fast-check'
import { type Test, test } from 'tap'
import { keyOf, leavesOf, serveLog } from '../infra/tlog/served-log.ts'
import { scratchFolder } from '../kit/scratch.ts'

const KEEP = fileURLToPath(new URL('../../examples/keep-checkpoints.mjs', import.meta.url))
const SEED = randomBytes(32)
const KEY = keyText(keyOf(SEED))

async function startLog(t: Test) {
  const log = await serveLog(t)
  return {
    show: (leaves: readonly Buffer[], of: Partial<Parameters<typeof log.show>[1]> = {}) =>
      log.show(leaves, { seeds: [SEED], ...of }),
    showTiles: log.showTiles,
    kept: (folder: string, key?: string) => keep(log.base, folder, key),
  }
}

function keep(base: string, folder: string, key = KEY): Promise<{ status: unknown; told: string }> {
  const env = { ...process.env, RECADO_BASE_URL: base, RECADO_API_KEY: 'rcd_x' }
  return new Promise((ended) =>
    execFile(process.execPath, [KEEP, folder, key], { env }, (error, out, err) =>
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

test('the key of another tree is called that', async (t) => {
  const [log, folder] = [await startLog(t), await newFolder(t)]
  log.show(leavesOf(3))
  const key = keyText(noteKey('api.example/log/b', keyPair(SEED).publicKey))
  t.match(await log.kept(folder, key), { status: 1, told: /another tree: .*log\/a, .*log\/b/ })
})

test('a server that is away is no fault of the log', async (t) => {
  const gone = await keep('http://127.0.0.1:9', await newFolder(t))
  t.match(gone, { status: 2, told: /NOT VERIFIED/ })
})
