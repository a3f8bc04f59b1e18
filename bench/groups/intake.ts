import { setTimeout as delay } from 'node:timers/promises'
import { textReceived } from '../lab/facts.ts'
import { firstPosts, type GraphPost, graphPost } from '../lab/graph-post.ts'
import { type HttpClient, httpClient, Refused } from '../lab/http-client.ts'
import { rawAppend, rawClient } from '../lab/raw-events.ts'
import { openTenant, type Tenant } from '../lab/tenant.ts'
import { defineGroup, type GroupRun } from '../measuring/group.ts'
import { batchOf } from '../measuring/loops.ts'
import { atLeast } from '../report/goal.ts'

const PEOPLE = 200
const PER_POST = 100
/** Posts of a round. */
const POSTS = 30
const IN_FLIGHT = 256
/** Rare enough that looking does not add to the load. */
const LOOK_MS = 250
const PATIENCE_MS = 60_000

type Opened = {
  readonly tenant: Tenant
  /** Posts, and resolves when the list of messages holds them all. */
  take(posts: readonly GraphPost[], messages: number): Promise<void>
  rawAppend(): Promise<void>
}

/** Inbound messages, from Meta's POST until the list of messages shows them. */
export const intake = defineGroup<Opened>({
  name: 'intake',
  minutes: 2,
  async open({ lab, progress }) {
    const stack = await lab.stack()
    await stack.follow()
    const commands = await stack.start('command-api')
    const tenant = await openTenant(lab, commands.port)
    const query = await stack.start('query-api')
    const hooks = httpClient(lab, commands.port, { connections: 4 })
    const api = httpClient(lab, query.port, { connections: 1, bearer: tenant.key })
    const client = rawClient(lab, stack.settings.EVENTSTORE_URL)
    let sent = 0
    const take: Opened['take'] = async (posts, messages) => {
      sent += messages
      await Promise.all(posts.map((one) => postPatiently(hooks, one)))
      await shown(api, sent)
    }
    progress(`meeting ${PEOPLE} people`)
    await take(firstPosts(tenant, PEOPLE), PEOPLE)
    return { tenant, take, rawAppend: () => rawAppend(client, [textReceived()]) }
  },
  rows: [
    {
      name: `updates until visible, ${PER_POST} a POST`,
      against: `bare appends of as many messages, ${IN_FLIGHT} at a time`,
      figures: ['rate_per_s'],
      inBench: 'raw',
      goals: [atLeast('rate_per_s', 3_000)],
      sides: ({ tenant, take, rawAppend }, { share }: GroupRun) => {
        const length = Math.ceil(POSTS * share)
        const count = length * PER_POST
        const posts = async () => Array.from({ length }, () => graphPost(tenant, PER_POST, PEOPLE))
        return {
          ours: batchOf(count, posts, (made) => take(made, count)),
          raw: batchOf(
            count,
            async () => count,
            (left) => inFlight(left, rawAppend),
          ),
        }
      },
    },
  ],
})

/** Posts until the post is taken: providers repeat what is refused because the read models are behind. */
async function postPatiently(hooks: HttpClient, { body, headers }: GraphPost): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return void (await hooks.post('/hooks/whatsapp', body, headers))
    } catch (error) {
      const seconds = error instanceof Refused && error.status === 503 ? error.retryAfter : null
      if (seconds === null || performance.now() > deadline) throw error
      await delay(seconds * 1_000)
    }
  }
}

/** Resolves when the list of messages holds `total`. */
async function shown(api: HttpClient, total: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const { text } = await api.get('/api/v1/messages?limit=1')
    const seen = (JSON.parse(text) as { pagination: { total: number } }).pagination.total
    if (seen === total) return
    if (seen > total) throw new Error(`${seen} messages came of ${total}`)
    if (performance.now() > deadline)
      throw new Error(`only ${seen} of ${total} messages were visible within a minute`)
    await delay(LOOK_MS)
  }
}

async function inFlight(count: number, work: () => Promise<void>): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
}
