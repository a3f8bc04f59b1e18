import { readFile } from 'node:fs/promises'
import type { NodePart } from '@recado/standalone/supervision/node-process'
import { Pool } from 'undici'
import type { Bench, BenchRun } from './bench.ts'
import { interleaved } from './measure.ts'
import { atMost, type Row } from './report.ts'
import { addNumber, openTenant, operatorOf } from './tenant.ts'

const BODY = Buffer.alloc(1024 * 1024, 'x')
const POSTS = 200
/** Concurrent registrations. */
const AT_ONCE = 50
const HEADERS = {
  'content-type': 'application/json',
  'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
}

/** The CPU time that a forged post costs, with one app secret and with 2,000. */
export const forgedBench: Bench = {
  name: 'forged',
  async run(run) {
    const stack = await run.lab.stack()
    const projectors = await stack.follow()
    // No provider answers there, so that numbers stay as registered.
    const commands = await stack.start('command-api', { GRAPH_API_URL: 'http://127.0.0.1:9' })
    const tenant = await openTenant(run.lab, commands.port)
    const bare = await stack.run(new URL('./bare-hash.ts', import.meta.url))
    const one = await forged(run, { part: commands, path: tenant.hook, bare, secrets: 1 })
    run.progress('registering 2,000 apps')
    const operator = operatorOf(run.lab, commands.port, AT_ONCE)
    for (let from = 1; from < 2_000; from += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, i) => addNumber(operator, tenant, from + i)),
      )
    await projectors.stop()
    return [one, await forged(run, { part: commands, path: tenant.hook, bare, secrets: 2_000 })]
  },
}

type Against = {
  readonly part: NodePart
  readonly path: string
  readonly bare: NodePart
  readonly secrets: number
}

async function forged(
  { lab, progress, rounds }: BenchRun,
  { part, path, bare, secrets }: Against,
): Promise<Row> {
  progress(`forged posts of 1 MB, ${secrets} app secrets`)
  const posting = (to: NodePart, at: string) => {
    const pool = new Pool(`http://127.0.0.1:${to.port}`, { connections: 1 })
    lab.after(() => pool.destroy())
    return () => cpuOf(to, pool, at)
  }
  const variants = { ours: posting(part, path), raw: posting(bare, '/') }
  await variants.ours()
  await variants.raw()
  const { ours, raw } = await interleaved(rounds, variants)
  return {
    name: `hooks: CPU of a forged post of 1 MB, ${secrets} app secrets`,
    unit: 'ms',
    ours: ours.cpu ?? Number.NaN,
    raw: raw.cpu ?? Number.NaN,
    against: 'bare node:http route that reads and hashes it',
    goal: atMost(1.3 * (raw.cpu ?? 0) + 0.3),
  }
}

/** CPU time that a process uses per post, ms. */
async function cpuOf({ pid }: NodePart, pool: Pool, path: string): Promise<{ cpu: number }> {
  const before = await cpuMs(pid)
  for (let i = 0; i < POSTS; i += 1) {
    const answer = await pool.request({ method: 'POST', path, body: BODY, headers: HEADERS })
    await answer.body.dump()
    if (answer.statusCode !== 401) throw new Error(`a forged post got ${answer.statusCode}`)
  }
  return { cpu: ((await cpuMs(pid)) - before) / POSTS }
}

/** CPU time of a process, ms. The kernel counts in ticks of a hundredth of a second. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
