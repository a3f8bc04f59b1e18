import { setTimeout as delay } from 'node:timers/promises'
import { type Test, test } from 'tap'
import { request } from 'undici'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { residentMb } from '../kit/processes.ts'
import { type Demo, dataFolder, started } from '../kit/standalone.ts'
import { startEndpoint } from './endpoint.ts'
import {
  bearable,
  type Client,
  clientOf,
  NAME,
  openLoop,
  openTenants,
  settled,
  type Tenant,
  textOf,
} from './tenants-at-work.ts'

/** How long the overload lasts. */
const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 120)
/** More memory than a process of the product may ever need. */
const MAX_MB = 700
/** What a refusal may say at most, s: the client of a lasting overload asks again within a minute. */
const MAX_RETRY_AFTER = 60
/** The longest time that the backlog may need beyond what its facts cost, s. */
const SPARE_SECONDS = 10

test('twice what it bears is refused in time, and nothing acknowledged is lost', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const told = await startEndpoint(ends)
  const product = await started(t, await dataFolder(t), {
    LOG_LEVEL: 'warn',
    RATE_LIMIT_AGENCY: '1000000',
  })
  t.teardown(() => t.passing() || t.comment(product.output()))
  const demo = await product.demo()
  const tenants = await openTenants(demo, told.url)
  const client = clientOf(demo, tenants)
  const rate = 2 * (await bearable(t, client, SECONDS / 4))
  const watching = watch(demo, client)
  const answers = await openLoop(client, { rate, most: rate * SECONDS })
  const watched = await watching.end()
  t.comment(`${rate.toFixed(0)} requests a second wanted: ${textOf(answers)}`)
  const odd = answers.filter(
    ({ status, retryAfter }) =>
      status >= 300 && !(status === 503 && retryAfter >= 1 && retryAfter <= MAX_RETRY_AFTER),
  )
  t.same(odd.slice(0, 5), [], 'what is refused is refused with 503 and a Retry-After')
  t.ok(
    answers.some(({ status }) => status < 300),
    'something is accepted all the time',
  )
  for (const [name, mb] of watched.mb) t.ok(mb < MAX_MB, `${name} takes ${mb} MB at most`)

  const behind =
    client.acknowledged() - (await eventually(async () => (await client.shown()) || undefined))
  const cost = behind / Math.max(1, watched.shownPerSecond)
  const took = await settled(client)
  const figures = `${behind} messages behind at the end, ${watched.shownPerSecond.toFixed(0)} shown a second, gone after ${took.toFixed(1)} s, lag at most ${watched.lag} s`
  t.comment(figures)
  t.ok(took <= cost + SPARE_SECONDS, `the lag is gone in time: ${figures}`)
  for (const tenant of tenants) await keptAll(t, client, tenant)
  const posted = tenants.flatMap(({ inbound }) => [...inbound])
  await eventually(() => posted.every(told.has), 300_000)
  t.pass('every message was posted to the webhook')
  product.child.kill('SIGTERM')
  t.equal(await product.exit, 0)
})

/** Memory, lag and progress of the product while it is overloaded. */
function watch({ operator, pids }: Demo, client: Client) {
  const mb = new Map<string, number>()
  const shown: { readonly at: number; readonly count: number }[] = []
  let [lag, ended] = [0, false]
  const look = async () => {
    for (const name of ['api', 'projectors', 'workers', 'eventstore'])
      mb.set(name, Math.max(mb.get(name) ?? 0, Math.round(await residentMb(pids[name]))))
    const headers = { authorization: `Bearer ${operator.token}` }
    const status = await request(`${operator.url}/status`, { headers })
    const { data } = (await status.body.json()) as {
      data?: { read_models: { lag_seconds: number | null } }
    }
    lag = Math.max(lag, data?.read_models.lag_seconds ?? 0)
    const count = await client.shown()
    if (!Number.isNaN(count)) shown.push({ at: performance.now(), count })
  }
  const looking = (async () => {
    for (; !ended; await delay(2_000)) await look()
  })()
  return {
    async end() {
      ended = true
      await looking
      const [first, last] = [shown[Math.floor(shown.length / 2)], shown.at(-1)]
      const shownPerSecond =
        first && last ? ((last.count - first.count) * 1_000) / (last.at - first.at) : 0
      return { mb, lag, shownPerSecond }
    },
  }
}

/**
 * Asserts that everything acknowledged is there, once. What was refused may be there too: whether the log took it was
 * not known when the answer was due.
 */
async function keptAll(t: Test, client: Client, tenant: Tenant): Promise<void> {
  const { inbound, sends, contacts } = tenant
  const messages = await client.all(tenant, '/messages?')
  const ids = messages.map(({ provider_message_id }) => provider_message_id)
  const kept = new Set(ids)
  t.equal(ids.length, kept.size, 'no message is shown twice')
  const lost = [...inbound, ...sends].filter((id) => !kept.has(id))
  t.same(lost.slice(0, 5), [], `all of ${inbound.size} messages and ${sends.size} sends are shown`)
  const people = await client.all(tenant, `/contacts?name=${NAME}&`)
  const phones = new Set(people.map(({ phone }) => phone.replace('+', '')))
  const gone = [...contacts].filter((phone) => !phones.has(phone))
  t.same(gone.slice(0, 5), [], `all of ${contacts.size} contacts are shown`)
}
