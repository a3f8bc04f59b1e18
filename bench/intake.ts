import { setTimeout as delay } from 'node:timers/promises'
import type { Bench, BenchRun } from './bench.ts'
import { textReceived } from './facts.ts'
import { firstPosts, type GraphPost, graphPost } from './graph-post.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { interleaved } from './measure.ts'
import { rawAppend, rawClient } from './raw-events.ts'
import { atLeast, type Row } from './report.ts'
import { openTenant } from './tenant.ts'

const PEOPLE = 200
const PER_POST = 100
const IN_FLIGHT = 256
/** Enough posts for V8 to compile the code of the path. */
const WARM_POSTS = 50

/** Inbound messages, from Meta's POST until the list of messages shows them. */
export const intakeBench: Bench = {
  name: 'intake',
  async run(run) {
    const { lab, progress, rounds } = run
    const stack = await lab.stack()
    await stack.follow()
    const commands = await stack.start('command-api')
    const tenant = await openTenant(lab, commands.port)
    const query = await stack.start('query-api')
    const hooks = httpClient(lab, commands.port, { connections: 4 })
    const api = httpClient(lab, query.port, { connections: 1, bearer: tenant.key })
    const client = rawClient(lab, stack.settings.EVENTSTORE_URL)
    progress(`meeting ${PEOPLE} people`)
    let sent = PEOPLE
    await until(run, hooks, api, firstPosts(tenant, PEOPLE), sent)
    progress('warming up')
    sent += WARM_POSTS * PER_POST
    const warm = Array.from({ length: WARM_POSTS }, () => graphPost(tenant, PER_POST, PEOPLE))
    await until(run, hooks, api, warm, sent)
    const posts = Math.max(10, Math.floor(run.rows / 10_000))
    const count = posts * PER_POST
    progress(`${count.toLocaleString('en')} updates until visible`)
    const medians = await interleaved(Math.min(rounds, 2), {
      ours: () => {
        sent += count
        const made = Array.from({ length: posts }, () => graphPost(tenant, PER_POST, PEOPLE))
        return perSecond(count, () => until(run, hooks, api, made, sent))
      },
      raw: () => perSecond(count, () => inFlight(count, () => rawAppend(client, [textReceived()]))),
    })
    const row: Row = {
      name: `intake: updates until visible, ${PER_POST} a POST`,
      unit: '/s',
      ours: medians.ours.rate ?? 0,
      raw: medians.raw.rate ?? 0,
      against: `bare appends of as many messages, ${IN_FLIGHT} at a time`,
      goal: atLeast(3_000),
    }
    return [row]
  },
}

/** Posts, and resolves when the list of messages holds `total`. */
async function until(
  { progress }: BenchRun,
  hooks: HttpClient,
  api: HttpClient,
  posts: readonly GraphPost[],
  total: number,
): Promise<void> {
  await Promise.all(posts.map(({ body, headers }) => hooks.post('/hooks/whatsapp', body, headers)))
  const deadline = performance.now() + 60_000
  for (;;) {
    const { text } = await api.get('/api/v1/messages?limit=1')
    const seen = (JSON.parse(text) as { pagination: { total: number } }).pagination.total
    if (seen === total) return
    if (seen > total) throw new Error(`${seen} messages came of ${total}`)
    if (performance.now() > deadline) {
      progress(`only ${seen} of ${total} messages are visible`)
      throw new Error('intake did not bring all messages within a minute')
    }
    // Rare enough that polling does not add to the load.
    await delay(25)
  }
}

async function inFlight(count: number, work: () => Promise<void>): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
}

async function perSecond(count: number, work: () => Promise<void>): Promise<{ rate: number }> {
  const start = performance.now()
  await work()
  return { rate: (count * 1_000) / (performance.now() - start) }
}
