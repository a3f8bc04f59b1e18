import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { leafHash } from '@recado/infra/tlog/merkle'
import { keyText } from '@recado/infra/tlog/signed-note'
import { tiledTree } from '@recado/infra/tlog/tiles'
import { proofText } from '@recado/infra/tlog/tlog-proof'
import { checkpointTool } from '@recado/tools/checkpoint/checkpoint-tool'
import { proofTool } from '@recado/tools/proof/proof-tool'
import { type Test, test } from 'tap'
import { keyOf, leavesOf, serveLog } from '../infra/tlog/served-log.ts'
import { tilesOf } from '../infra/tlog/tiles-of.ts'
import { eventually } from '../kit/eventually.ts'
import { startLossyGateway } from '../kit/lossy-gateway.ts'
import { runTool } from '../kit/run-tool.ts'
import { scratchFolder } from '../kit/scratch.ts'
import { startWorld } from '../kit/world.ts'

/** Where Debian's packages of Go's libraries are. */
const GOPATH = '/usr/share/gocode'
const MOD = `${GOPATH}/src/golang.org/x/mod/sumdb/tlog`
const JUDGE = fileURLToPath(new URL('./judge.go', import.meta.url))
const SEED = randomBytes(32)

const options = {
  skip:
    !existsSync(MOD) &&
    "Go is not installed: Debian's packages golang-go and golang-golang-x-mod-dev have it",
}

test('a program that is not ours judges trees of any size', options, async (t) => {
  const [judge, folder] = [await built(t), await newFolder(t)]
  const log = await serveLog(t)
  const file = join(folder, 'of')
  for (const [before, now] of [
    [1, 1],
    [1, 2],
    [255, 256],
    [256, 257],
    [300, 5_000],
    [65_536, 66_000],
  ] as const) {
    const earlier = log.show(leavesOf(before), { seeds: [SEED] })
    await writeFile(`${file}.checkpoint`, earlier)
    const leaves = leavesOf(now)
    const checkpoint = log.show(leaves, { seeds: [SEED], newKey: randomBytes(32) })
    const index = before - 1
    const hashes = await tiledTree(now, tilesOf(leaves)).inclusionProof(index)
    const extra = Buffer.from(JSON.stringify({ record: `leaf ${index}` }))
    await writeFile(`${file}.tlog-proof`, proofText({ index, hashes, checkpoint, extra }))
    const of = [
      `${log.base}/log`,
      'none',
      keyText(keyOf(SEED)),
      `${file}.checkpoint`,
      `${file}.tlog-proof`,
    ]
    t.same(await judge(...of), [
      `signed: ${now} leaves`,
      'tiles: all leaves give the root',
      `grown: from ${before} leaves`,
      `proven: leaf ${index} of ${now}`,
    ])
    const [, ...changed] = leaves
    log.show([leafHash(Buffer.from('another')), ...changed], { seeds: [SEED] })
    t.match((await judge(...of)).at(-1), /invalid|proof/, 'and finds a leaf that was changed')
  }
  const other = keyText(keyOf(randomBytes(32)))
  t.same(await judge(`${log.base}/log`, 'none', other), ['note has no verifiable signatures'])
})

test('a program that is not ours judges the product', options, async (t) => {
  const [judge, folder] = [await built(t), await newFolder(t)]
  const world = await startWorld({ behaviour: { statuses: [] } })
  t.teardown(() => world.stop())
  const { config } = world.product()
  const gateway = await startLossyGateway(() => world.product())
  t.teardown(() => gateway.stop())
  const published = async () => {
    const { lines } = await runTool(
      checkpointTool,
      config,
      '--account',
      world.tenant.id,
      '--to',
      folder,
    )
    const { checkpoint, public_keys } = JSON.parse(lines[0] ?? '')
    return { file: join(folder, checkpoint), key: public_keys[0] as string }
  }
  await world.userWrites('5531987654321', 'Oi')
  const [event] = await eventually(async () => {
    const { body } = await world.api().get<{ data: { id: string }[] }>('/events')
    return body.data.length > 0 && body.data
  })
  const first = await published()
  for (let n = 0; n < 60; n++) await world.userWrites('5531987654321', `Oi ${n}`)
  await eventually(async () => {
    const { body } = await world.api().get<{ data: object[] }>('/events?limit=100')
    return body.data.length > 60
  })
  const second = await published()
  const proof = join(folder, 'of.tlog-proof')
  t.equal((await runTool(proofTool, config, String(event?.id), '--to', proof)).code, 0)
  const of = [`${gateway.url}/log`, world.tenant.key, first.key, first.file, second.file, proof]
  t.match(await judge(...of), [
    /^signed: \d{3} leaves$/,
    'tiles: all leaves give the root',
    /^grown: from \d+ leaves$/,
    /^grown: from \d+ leaves$/,
    /^proven: leaf \d+ of \d+$/,
  ])
})

/** The program, which answers with the lines that it has printed. */
async function built(t: Test) {
  const program = join(await newFolder(t), 'judge')
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH,
    GOFLAGS: '',
    GOCACHE: `${program}-cache`,
  }
  await promisify(execFile)('go', ['build', '-o', program, JUDGE], { env })
  return (...args: readonly string[]): Promise<readonly string[]> =>
    new Promise((ended) =>
      execFile(program, args, (_, out, err) => ended(`${out}${err}`.trimEnd().split('\n'))),
    )
}

async function newFolder(t: Test): Promise<string> {
  const folder = await scratchFolder('judge-')
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}
