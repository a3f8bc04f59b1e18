import { doublingWait } from '@recado/infra/concurrency/backoff'
import { Agent, request } from 'undici'
import type { Schedule } from './graph-api/schedule.ts'
import { newest } from './newest.ts'

/** A signed webhook that is to be posted; a retry has the same bytes and headers. */
export type Post = {
  /** Where to; `undefined` while no hook is set. Asked before each attempt. */
  readonly url: () => string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** A webhook that is pending, delivered, or lost after the last attempt. */
export type PostedWebhook = {
  readonly number: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  state: 'pending' | 'delivered' | 'lost'
  attempts: number
  /** HTTP status of the last answer; null when there was none. */
  last_status: number | null
  last_error: string | null
}

/** How often and how long a provider tries; pauses double up to the maximum. */
type RetryLimits = {
  readonly hook_attempts: number
  readonly hook_retry_ms: number
  readonly hook_retry_max_ms?: number
  readonly hook_timeout_ms: number
}

export type PosterOptions = {
  readonly schedule: Schedule
  readonly behaviour: () => RetryLimits
  /** Whether an answer with this status accepts the webhook. */
  readonly isAccepted: (status: number) => boolean
}

/** Posts webhooks, and retries until they are accepted or the attempts are exhausted. */
export type WebhookPoster = {
  post(post: Post): PostedWebhook
  /** Posts once and resolves with the outcome. */
  postOnce(post: Post): Promise<PostedWebhook>
  list(): readonly PostedWebhook[]
  /** Forgets all but the pending ones. */
  clear(): void
  close(): Promise<void>
}

/** Of older webhooks only the pending ones are kept. */
const MAX_SETTLED = 10_000

/** A poster with connections of its own. */
export function newWebhookPoster({
  schedule,
  behaviour,
  isAccepted,
}: PosterOptions): WebhookPoster {
  const agent = new Agent({ connections: 64 })
  const webhooks = newest<PostedWebhook>(MAX_SETTLED, ({ state }) => state === 'pending')
  let count = 0
  const record = ({ headers, body }: Post): PostedWebhook => {
    count += 1
    const fresh = { state: 'pending', attempts: 0, last_status: null, last_error: null } as const
    const webhook: PostedWebhook = { number: count, body: body.toString(), headers, ...fresh }
    webhooks.add(webhook)
    return webhook
  }
  const attempt = async (webhook: PostedWebhook, post: Post): Promise<void> => {
    webhook.attempts += 1
    try {
      const status = await answerTo(post, agent, behaviour().hook_timeout_ms)
      webhook.last_status = status
      webhook.last_error = null
      if (isAccepted(status)) webhook.state = 'delivered'
    } catch (error) {
      webhook.last_status = null
      webhook.last_error = String(error)
    }
  }
  const postUntilAccepted = async (webhook: PostedWebhook, post: Post): Promise<void> => {
    await attempt(webhook, post)
    if (webhook.state === 'delivered') return
    const { hook_attempts, hook_retry_ms, hook_retry_max_ms = Infinity } = behaviour()
    if (webhook.attempts >= hook_attempts) webhook.state = 'lost'
    else
      schedule.after(doublingWait(webhook.attempts - 1, hook_retry_ms, hook_retry_max_ms), () => {
        void postUntilAccepted(webhook, post)
      })
  }
  return {
    post(post) {
      const webhook = record(post)
      void postUntilAccepted(webhook, post)
      return webhook
    },
    async postOnce(post) {
      const webhook = record(post)
      await attempt(webhook, post)
      if (webhook.state !== 'delivered') webhook.state = 'lost'
      return webhook
    },
    list: webhooks.list,
    clear: () => void webhooks.clear(),
    close: () => agent.destroy(),
  }
}

/** The status of the answer. @throws without an answer in time */
async function answerTo(post: Post, agent: Agent, timeoutMs: number): Promise<number> {
  const url = post.url()
  if (url === undefined) throw new Error('no hook address is set: PUT /_sim/hook {"url": "…"}')
  const answer = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: post.headers,
    body: post.body,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  await answer.body.dump()
  return answer.statusCode
}
