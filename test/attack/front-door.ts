import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { Agent, type Dispatcher, Pool, request } from 'undici'
import { eventually } from '../kit/eventually.ts'
import { startNginxBefore } from '../kit/nginx.ts'
import { NODE_FLAGS } from '../kit/node-flags.ts'
import { residentMb } from '../kit/processes.ts'
import { type Demo, dataFolder, started } from '../kit/standalone.ts'
import { attacks } from './attacks.ts'

/** The intensity of the attacks, and what is attacked. */
export type Trial = {
  /** Duration of each attack from each address, in ms. */
  readonly lastsMs: number
  /** File descriptor limit of each process; the system's limit if missing. */
  readonly openFiles?: number
  /** Whether all clients come through the gateway of `deploy/`. */
  readonly behindGateway?: boolean
}

const COLLECTS = new URL('./collects.ts', import.meta.url).href
/** What the tenant's own work may add to caches, in MB. */
const MORE_MB = 64
const MB = 1024 * 1024
/** What an attack may make the product hold, in MB: the budget of strangers, unread answers, and garbage. */
const HELD_MB = 400

/** An address of another client, and that of the honest client. */
const OTHER = ['127.0.0.2']
const SAME = ['127.0.0.1']

/**
 * Attacks the front door of the embedded product while a tenant works. Asserts that all requests of the tenant succeed,
 * and an upload that lasts as long as the attack, that nothing is restarted, and that descriptors and memory return to
 * their previous level.
 */
export async function frontDoorHolds(t: Test, trial: Trial): Promise<void> {
  const { product, demo, port, memory, errors } = await attackedProduct(t, trial)
  const each = trial.behindGateway ? [SAME] : [OTHER, SAME]
  const client = tenant(t, demo)
  await warmUp(t, client, port)
  const before = await resources(demo, memory)
  const mbBefore = await resident(demo)
  t.comment(`descriptors ${before.files}, MB in use ${before.mb}, resident ${mbBefore}`)
  const ratios: number[] = []
  for (const [which, { name, from }] of attacks.entries())
    for (const addresses of from === undefined ? each : [from]) {
      const calm = await client.work(trial.lastsMs / 2)
      const upload = slowUpload(t, demo)
      const end = await attacked(t, [String(which), String(port), ...addresses])
      const { failed, median, p99, asked } = await client.work(trial.lastsMs)
      const mb = await resident(demo)
      await end()
      const what = `${name} from ${addresses}`
      const slower = median / calm.median
      t.comment(
        `${what}: ${asked} requests, ${slower.toFixed(1)} times as slow, p99 ${p99.toFixed(0)} ms, ${mb} MB`,
      )
      const seen = failed.length > 0 ? { gateway: errors().slice(-2_000) } : {}
      t.strictSame(failed, [], `every request succeeds beside ${what}`, seen)
      t.equal(await upload.end(), 201, `a slow upload succeeds beside ${what}`)
      ratios.push(slower)
      t.ok(mb < mbBefore + HELD_MB, `${mb} MB beside ${what}`)
    }
  // For a reader: tests beside this one take the processor from both, in turns, so that it decides nothing here.
  t.comment(`the median ratio is ${middle(ratios).toFixed(1)}`)
  const after = await eventually(async () => {
    const held = await resources(demo, memory)
    if (held.files <= before.files + 8 && held.mb <= before.mb + MORE_MB) return held
    throw new Error(`still ${held.files} descriptors and ${held.mb} MB in use`)
  })
  t.comment(`afterwards descriptors ${after.files}, MB in use ${after.mb}`)
  t.strictSame((await product.demo()).pids, demo.pids, 'no process ended')
  product.child.kill('SIGTERM')
  t.equal(await product.exit, 0)
}

/** The first of anything takes memory that stays in use: caches, and code that has become hot. */
async function warmUp(t: Test, client: ReturnType<typeof tenant>, port: number): Promise<void> {
  const end = await attacked(t, ['0', String(port), ...OTHER])
  await client.work(2_000)
  await end()
}

async function attackedProduct(t: Test, { openFiles, behindGateway = false }: Trial) {
  const memory = await dataFolder(t)
  const env = {
    MEMORY_DIR: memory,
    RATE_LIMIT_OFFICIAL: '1000000',
    NODE_OPTIONS: [...NODE_FLAGS, `--import=${COLLECTS}`].join(' '),
    ...(behindGateway && { TRUSTED_PROXIES: '127.0.0.1/32' }),
  }
  const product = await started(t, await dataFolder(t), env, { openFiles })
  t.teardown(() => t.passing() || t.comment(product.output()))
  const demo = await product.demo()
  const { host, port, pathname } = new URL(demo.base_url)
  if (!behindGateway) return { product, demo, port: Number(port), memory, errors: () => '' }
  const gateway = await startNginxBefore({ command: [host], query: [host] })
  t.teardown(() => gateway.stop())
  const base_url = `${gateway.url}${pathname}`
  const { errors } = gateway
  const gate = Number(new URL(gateway.url).port)
  return { product, demo: { ...demo, base_url }, port: gate, memory, errors }
}

/** An upload of the tenant that arrives slowly, until it is ended. */
function slowUpload(t: Test, demo: Demo) {
  const { origin, pathname } = new URL(demo.base_url)
  const [account] = demo.accounts
  const official = account?.connections.find(({ type }) => type === 'official')
  const client = new Pool(origin, { connections: 1 })
  t.teardown(() => client.destroy())
  let isEnding = false
  const form = async function* () {
    yield `--b\r\ncontent-disposition: form-data; name="connection_id"\r\n\r\n${official?.id}\r\n`
    yield '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n'
    for (; !isEnding; await delay(100)) yield 'x'.repeat(4_096)
    yield '\r\n--b--\r\n'
  }
  const headers = {
    authorization: `Bearer ${account?.api_key}`,
    'content-type': 'multipart/form-data; boundary=b',
  }
  const path = `${pathname}/media`
  const sent = { path, method: 'POST', headers, body: Readable.from(form()) } as const
  const answered = client.request(sent).then(
    ({ statusCode, body }) => body.text().then((text) => (statusCode === 201 ? 201 : text)),
    (error: unknown) => String(error),
  )
  return {
    end() {
      isEnding = true
      return answered
    },
  }
}

/** Starts an attack. @returns a function that ends it */
async function attacked(t: Test, words: readonly string[]): Promise<() => Promise<unknown>> {
  const program = fileURLToPath(new URL('./attacker.ts', import.meta.url))
  const flags = [...NODE_FLAGS, program, ...words]
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const gone = once(child, 'exit')
  return () => {
    child.kill('SIGTERM')
    return gone
  }
}

/** A tenant that keeps reading and writing, over kept and new connections. */
function tenant(t: Test, demo: Demo) {
  const { origin, pathname } = new URL(demo.base_url)
  const kept = new Pool(origin, { connections: 2 })
  t.teardown(() => kept.destroy())
  const headers = { authorization: `Bearer ${demo.accounts[0]?.api_key}` }
  const read = async () => {
    const path = `${pathname}/contacts?limit=5`
    return refusalOf(await kept.request({ path, method: 'GET', headers }))
  }
  const write = async () => {
    const path = `${pathname}/contacts`
    const phone = `+55119${Math.floor(10_000_000 + Math.random() * 89_999_999)}`
    const json = { ...headers, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Ana', phone })
    return refusalOf(await kept.request({ path, method: 'POST', headers: json, body }))
  }
  const readAnew = async () => {
    const url = `${demo.base_url}/stages`
    return refusalOf(await request(url, { headers, reset: true, dispatcher: new Agent() }))
  }
  return { work: (ms: number) => timed([read, write, readAnew], ms) }
}

/** The answer as text when it refuses the request; null when it does not. */
async function refusalOf({ statusCode, body }: Dispatcher.ResponseData): Promise<string | null> {
  const text = await body.text()
  return statusCode < 400 ? null : `${statusCode} ${text}`
}

async function timed(asks: readonly (() => Promise<string | null>)[], ms: number) {
  const failed: string[] = []
  const took: number[] = []
  for (const end = Date.now() + ms; Date.now() < end; await delay(20))
    for (const ask of asks) {
      const began = performance.now()
      const refusal = await ask().catch((error: unknown) => String(Object(error).cause ?? error))
      took.push(performance.now() - began)
      const tookMs = took.at(-1)?.toFixed(0)
      if (refusal !== null) failed.push(`${ask.name} after ${tookMs} ms: ${refusal}`)
    }
  return { failed, median: middle(took), p99: middle(took, 0.99), asked: took.length }
}

/** The value that this share of all is below. */
function middle(all: readonly number[], share = 0.5): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? 0
}

/** The resident memory of the supervisor and the API process, added up, in MB. */
async function resident({ pids }: Demo): Promise<number> {
  let mb = 0
  for (const pid of [pids.standalone, pids.api]) mb += Math.round(await residentMb(pid))
  return mb
}

/** The descriptors, and the memory in use once garbage is collected, of both. */
async function resources({ pids }: Demo, memory: string): Promise<{ files: number; mb: number }> {
  let [files, bytes] = [0, 0]
  for (const pid of [Number(pids.standalone), Number(pids.api)]) {
    await rm(`${memory}/${pid}`, { force: true })
    process.kill(pid, 'SIGWINCH')
    bytes += await eventually(
      async () => Number(await readFile(`${memory}/${pid}`, 'utf8')) || undefined,
    )
    files += (await readdir(`/proc/${pid}/fd`)).length
  }
  return { files, mb: Math.round(bytes / MB) }
}
