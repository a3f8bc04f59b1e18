import { setTimeout as delay } from 'node:timers/promises'
import type { Side } from '../measuring/group.ts'
import { batchOf } from '../measuring/loops.ts'
import { firstPosts, type GraphPost, graphPost } from './graph-post.ts'
import { type HttpClient, httpClient, Refused } from './http-client.ts'
import type { Lab } from './lab.ts'
import type { Stack } from './stack.ts'
import { openTenant, type Tenant } from './tenant.ts'

/** Rare enough that looking does not add to the load. */
const LOOK_MS = 250
const PATIENCE_MS = 60_000
/** Connections of the provider. */
const CONNECTIONS = 4

/** A running product that receives messages of people whom it knows. */
export type Inbound = {
  readonly tenant: Tenant
  /** Posts, and resolves when the list of messages holds them all. */
  take(posts: readonly GraphPost[], messages: number): Promise<void>
}

/** Starts all processes that an inbound message passes. @param people who have written once */
export async function openInbound(lab: Lab, stack: Stack, people: number): Promise<Inbound> {
  await stack.follow()
  const commands = await stack.start('command-api')
  const tenant = await openTenant(lab, commands.port)
  const query = await stack.start('query-api')
  const hooks = httpClient(lab, commands.port, { connections: CONNECTIONS })
  const api = httpClient(lab, query.port, { connections: 1, bearer: tenant.key })
  let sent = 0
  const take: Inbound['take'] = async (posts, messages) => {
    sent += messages
    await Promise.all(posts.map((one) => postPatiently(hooks, one)))
    await shown(api, sent)
  }
  await take(firstPosts(tenant, people), people)
  return { tenant, take }
}

/** Messages that the running product receives, each time new ones, `perPost` a POST. */
export function receiving(
  { tenant, take }: Inbound,
  { people, messages, perPost }: Record<'people' | 'messages' | 'perPost', number>,
): Side {
  const posts = Math.ceil(messages / perPost)
  return batchOf(
    posts * perPost,
    async () => Array.from({ length: posts }, () => graphPost(tenant, perPost, people)),
    (made) => take(made, posts * perPost),
  )
}

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
