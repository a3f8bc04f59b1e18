import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { Pool } from 'undici'
import { eventually } from '../kit/eventually.ts'
import { NODE_FLAGS } from '../kit/node-flags.ts'
import { residentMb } from '../kit/processes.ts'
import { type Demo, dataFolder, started } from '../kit/standalone.ts'
import { attacks } from './attacks.ts'

/** The intensity of the attacks. */
export type Trial = {
  /** Duration of each attack from each address, in ms. */
  readonly lastsMs: number
  /** File descriptor limit of each process; the system's limit if missing. */
  readonly openFiles?: number
}

const COLLECTS = new URL('./collects.ts', import.meta.url).href
/** What the tenant's own work may add to caches, in MB. */
const MORE_MB = 80

/** An address of another client, and that of the honest client. */
const ADDRESSES = ['127.0.0.2', '127.0.0.1']

/**
 * Attacks the front door of the embedded product while a tenant works. Asserts that all requests of the tenant succeed,
 * nothing is restarted, and descriptors and memory return to their previous level.
 */
export async function frontDoorHolds(t: Test, { lastsMs, openFiles }: Trial): Promise<void> {
  const env = {
    RATE_LIMIT_OFFICIAL: '1000000',
    NODE_OPTIONS: [...NODE_FLAGS, `--import=${COLLECTS}`].join(' '),
  }
  const product = await started(t, await dataFolder(t), env, openFiles)
  t.teardown(() => t.passing() || t.comment(product.output()))
  const demo = await product.demo()
  const port = Number(new URL(demo.base_url).port)
  const client = tenant(t, demo)
  await client.work(1_000)
  const before = await resources(demo)
  t.comment(`descriptors ${before.files}, MB ${before.mb}`)
  for (const [which, { name }] of attacks.entries())
    for (const from of ADDRESSES) {
      const end = await attacked(t, [String(which), String(port), from])
      const { failed, p99, asked } = await client.work(lastsMs)
      const what = `${name} from ${from}`
      await end()
      t.comment(`${what}: ${asked} requests, p99 ${p99.toFixed(0)} ms`)
      t.strictSame(failed, [], `every request succeeds beside ${what}`)
    }
  const after = await eventually(async () => {
    const held = await resources(demo)
    const isBack = held.files <= before.files + 8 && held.mb <= before.mb + MORE_MB
    return isBack && held
  })
  t.comment(`afterwards descriptors ${after.files}, MB ${after.mb}`)
  t.strictSame((await product.demo()).pids, demo.pids, 'no process ended')
  product.child.kill('SIGTERM')
  t.equal(await product.exit, 0)
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
    const { statusCode, body } = await kept.request({ path, method: 'GET', headers })
    await body.text()
    return statusCode
  }
  const write = async () => {
    const path = `${pathname}/contacts`
    const phone = `+55119${Math.floor(10_000_000 + Math.random() * 89_999_999)}`
    const json = { ...headers, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Ana', phone })
    const answer = await kept.request({ path, method: 'POST', headers: json, body })
    await answer.body.text()
    return answer.statusCode
  }
  const readAnew = async () => {
    const answer = await fetch(`${demo.base_url}/stages`, {
      headers: { ...headers, connection: 'close' },
    })
    await answer.text()
    return answer.status
  }
  return { work: (ms: number) => timed([read, write, readAnew], ms) }
}

async function timed(asks: readonly (() => Promise<number>)[], ms: number) {
  const failed: unknown[] = []
  const took: number[] = []
  for (const end = Date.now() + ms; Date.now() < end; await delay(20))
    for (const ask of asks) {
      const began = performance.now()
      const status = await ask().catch((error: unknown) => String(Object(error).cause ?? error))
      took.push(performance.now() - began)
      if (typeof status !== 'number' || status >= 400) failed.push(status)
    }
  const p99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0
  return { failed, p99, asked: took.length }
}

/** The descriptors and the memory of the supervisor and the API process, both added up. */
async function resources({ pids }: Demo): Promise<{ files: number; mb: number }> {
  let [files, mb] = [0, 0]
  const both = [Number(pids.standalone), Number(pids.api)]
  for (const pid of both) process.kill(pid, 'SIGWINCH')
  // The runtime returns memory to the system some time after it was freed.
  await delay(3_000)
  for (const pid of both) {
    files += (await readdir(`/proc/${pid}/fd`)).length
    mb += Math.round(await residentMb(pid))
  }
  return { files, mb }
}
