import type { NodePart } from '@recado/standalone/supervision/node-process'
import { Pool } from 'undici'
import type { Lab } from '../lab/lab.ts'
import { addNumber, openTenant, operatorOf, type Tenant } from '../lab/tenant.ts'
import { defineGroup, type GroupRun } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'
import { ratioAtMost } from '../report/goal.ts'

const BODY = Buffer.alloc(1024 * 1024, 'x')
const MANY = 2_000
/** Concurrent registrations. */
const AT_ONCE = 50
const HEADERS = {
  'content-type': 'application/json',
  'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
}

type Opened = {
  readonly commands: NodePart
  readonly bare: NodePart
  readonly tenant: Tenant
  /** Ends what follows the log. */
  stopFollowing(): Promise<unknown>
}

/** A forged post, with one app secret and with 2,000. */
export const forged = defineGroup<Opened>({
  name: 'forged',
  minutes: 3,
  async open({ lab }) {
    const stack = await lab.stack()
    const projectors = await stack.follow()
    // No provider answers there, so that numbers stay as registered.
    const commands = await stack.start('command-api', { GRAPH_API_URL: 'http://127.0.0.1:9' })
    const tenant = await openTenant(lab, commands.port)
    const bare = await stack.raw('bench/raw/bare-hash.ts')
    return { commands, bare, tenant, stopFollowing: () => projectors.stop() }
  },
  rows: [1, MANY].map((secrets) => ({
    name: `a forged post of 1 MB, ${secrets} app secrets`,
    against: 'bare node:http route that reads and hashes it',
    figures: ['p50_ms'] as const,
    goals: [ratioAtMost('cpu', 1.5)],
    async sides(opened: Opened, run: GroupRun) {
      if (secrets > 1) await register(opened, run)
      const { commands, bare, tenant } = opened
      return {
        ours: posting(run, commands, tenant.hook),
        raw: posting(run, bare, '/'),
      }
    },
  })),
})

/** Registers numbers until there are 2,000 apps. */
async function register(opened: Opened, { lab, progress }: GroupRun): Promise<void> {
  progress(`registering ${MANY} apps`)
  const { commands, tenant, stopFollowing } = opened
  const operator = operatorOf(lab, commands.port, AT_ONCE)
  for (let from = 1; from < MANY; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => addNumber(operator, tenant, from + i)),
    )
  await stopFollowing()
}

function posting({ lab }: GroupRun, to: NodePart, path: string) {
  const pool = openPool(lab, to)
  return closedLoop({
    atATime: 1,
    async call() {
      const answer = await pool.request({ method: 'POST', path, body: BODY, headers: HEADERS })
      await answer.body.dump()
      if (answer.statusCode !== 401) throw new Error(`a forged post got ${answer.statusCode}`)
    },
  })
}

function openPool(lab: Lab, { port }: NodePart): Pool {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 })
  lab.after(() => pool.destroy())
  return pool
}
