import { type StdioOptions, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Test, test } from 'tap'
import { type Customer, startCustomer } from '../kit/customer.ts'
import { eventually } from '../kit/eventually.ts'
import { NODE_FLAGS } from '../kit/node-flags.ts'
import { dataFolder, started } from '../kit/standalone.ts'
import { HOSTILE } from './hostile-tenants.ts'
import { type Line, type Platform, platformOf } from './platform.ts'

/** How long each hostile tenant runs, and how long each measurement without one lasts, ms. */
const FAIR_MS = 1_000 * Number(process.env.FAIR_SECONDS ?? 60)
/** The only hostile tenant to run, by its name; all when unset. */
const ONLY = process.env.FAIR_ONLY
/** How many times as long a message may take beside a hostile tenant: twice on an idle machine (ADR 55). */
const MAX_DELAY = 5
/** Pause between two messages of the measured tenant, ms. */
const PAUSE_MS = 100
const HOSTILE_MAIN = fileURLToPath(new URL('./hostile.ts', import.meta.url))

/** The measured tenant, and the ids of all messages sent to it. */
type Watched = { readonly line: Line; readonly customer: Customer; readonly sent: Set<string> }
type Waits = { readonly visible: number[]; readonly webhook: number[] }

test('beside hostile tenants nothing of another tenant is lost or doubled, and its delays stay within a bound', async (t) => {
  const customer = await startCustomer()
  t.teardown(() => customer.stop())
  const data = await dataFolder(t)
  const product = await started(t, data, {
    LOG_LEVEL: 'warn',
    RATE_LIMIT_AGENCY: '1000000',
  })
  t.teardown(() => t.passing() || t.comment(product.output()))
  const platform = platformOf(await product.demo())
  const line = await platform.addNumber(await platform.open())
  await platform.setWebhook(line, customer.url)
  const watched = { line, customer, sent: new Set<string>() }
  await measured(platform, watched, 5_000)

  for (const what of Object.keys(HOSTILE).filter((name) => (ONLY ?? name) === name)) {
    const undisturbed = await measured(platform, watched, FAIR_MS)
    const stop = await begun(t, what, `${data}/demo.json`)
    const disturbed = await measured(platform, watched, FAIR_MS)
    await stop()
    told(t, `${what}: inbound to visible`, undisturbed.visible, disturbed.visible)
    told(t, `${what}: event to webhook`, undisturbed.webhook, disturbed.webhook)
  }
  const arrived = customer.arrivals.map(({ body }) => body)
  const received = arrived.filter(({ type }) => type === 'whatsapp.message.received')
  t.equal(
    new Set(received.map(({ id }) => id)).size,
    watched.sent.size,
    'nothing is lost or duplicated',
  )
  product.child.kill('SIGTERM')
  t.equal(await product.exit, 0)
})

/** Starts a hostile tenant. @returns the function that ends it */
async function begun(t: Test, what: string, demo: string): Promise<() => Promise<unknown>> {
  const command = [...NODE_FLAGS, HOSTILE_MAIN, what, demo]
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit']
  const child = spawn(process.execPath, command, { stdio })
  t.teardown(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  if (child.stdout !== null) await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}

/** Sends one message after the other for `ms`: how long each took to be shown, and to reach the webhook, in ms. */
async function measured(platform: Platform, watched: Watched, ms: number): Promise<Waits> {
  const waits: Waits = { visible: [], webhook: [] }
  for (const since = performance.now(); performance.now() - since < ms; ) {
    const id = `wamid.${randomUUID()}`
    watched.sent.add(id)
    const begun = performance.now()
    await platform.write(watched.line, '5511900000009', [id])
    const [visible, webhook] = await Promise.all([
      waited(begun, async () => (await platform.newest(watched.line)).includes(id)),
      waited(begun, async () => watched.customer.arrivals.some(({ text }) => text.includes(id))),
    ])
    waits.visible.push(visible)
    waits.webhook.push(webhook)
    await delay(PAUSE_MS)
  }
  return waits
}

async function waited(begun: number, happened: () => Promise<boolean>): Promise<number> {
  await eventually(happened, 120_000)
  return performance.now() - begun
}

/** Prints the ratio of the medians and of the rare long waits, and asserts that of the medians. */
function told(t: Test, what: string, undisturbed: readonly number[], disturbed: readonly number[]) {
  const ratioAt = (name: string, share: number) => {
    const [before, after] = [quantile(undisturbed, share), quantile(disturbed, share)]
    const times = `${before.toFixed(0)} ms, disturbed ${after.toFixed(0)} ms`
    t.comment(`${what}: ${name} ${times}, ratio ${(after / before).toFixed(2)}`)
    return after / before
  }
  ratioAt('p99', 0.99)
  t.ok(ratioAt('median', 0.5) <= MAX_DELAY, `${what}: at most ${MAX_DELAY} times as long`)
}

function quantile(of: readonly number[], share: number): number {
  const sorted = [...of].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}
