import { Agent, request } from 'undici'
import type { Schedule } from './schedule.ts'
import { hubSignature } from './signature.ts'
import type { Simulator } from './simulator.ts'

/** A webhook on its way, delivered, or lost after the last attempt. */
export type PostedWebhook = {
  number: number
  body: string
  signature: string
  state: 'pending' | 'delivered' | 'lost'
  attempts: number
  /** HTTP status of the last answer; null when there was none. */
  last_status: number | null
  last_error: string | null
}

/** Posts signed webhooks to the hook, again and again until it answers 200. */
export type WebhookPoster = {
  post(appSecret: string, body: string): PostedWebhook
  /** One attempt, waited for; with a signature of the caller's choice if wanted. */
  postOnce(appSecret: string, body: string | Buffer, signature?: string): Promise<PostedWebhook>
  list(): readonly PostedWebhook[]
  clear(): void
  close(): Promise<void>
}

/** Only 200 counts as delivered; anything else is tried again at a falling frequency. */
export function newWebhookPoster(schedule: Schedule, simulator: () => Simulator): WebhookPoster {
  const agent = new Agent({ connections: 64 })
  let webhooks: PostedWebhook[] = []
  let count = 0

  const compose = (body: string, signature: string): PostedWebhook => {
    count += 1
    const fresh = { state: 'pending', attempts: 0, last_status: null, last_error: null } as const
    const webhook: PostedWebhook = { number: count, body, signature, ...fresh }
    webhooks.push(webhook)
    if (webhooks.length > 20_000) {
      const newest = webhooks.slice(-10_000)
      webhooks = [
        ...webhooks.slice(0, -10_000).filter((each) => each.state === 'pending'),
        ...newest,
      ]
    }
    return webhook
  }

  const attempt = async (webhook: PostedWebhook, bytes: string | Buffer): Promise<void> => {
    const { hookUrl, behaviour } = simulator()
    webhook.attempts += 1
    try {
      if (!hookUrl) throw new Error('no hook address is set: PUT /_sim/hook {"url": "…"}')
      const answer = await request(hookUrl, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'facebookexternalua',
          'x-hub-signature-256': webhook.signature,
        },
        body: bytes,
        headersTimeout: behaviour.hook_timeout_ms,
        bodyTimeout: behaviour.hook_timeout_ms,
      })
      await answer.body.dump()
      webhook.last_status = answer.statusCode
      webhook.last_error = null
      if (answer.statusCode === 200) webhook.state = 'delivered'
    } catch (error) {
      webhook.last_status = null
      webhook.last_error = String(error)
    }
  }

  const persist = async (webhook: PostedWebhook): Promise<void> => {
    await attempt(webhook, webhook.body)
    if (webhook.state === 'delivered') return
    const { hook_attempts, hook_retry_ms, hook_retry_max_ms } = simulator().behaviour
    if (webhook.attempts >= hook_attempts) {
      webhook.state = 'lost'
      return
    }
    const pause = Math.min(hook_retry_ms * 2 ** (webhook.attempts - 1), hook_retry_max_ms)
    schedule.after(pause, () => void persist(webhook))
  }

  return {
    post(appSecret, body) {
      const webhook = compose(body, hubSignature(appSecret, body))
      void persist(webhook)
      return webhook
    },
    async postOnce(appSecret, body, signature = hubSignature(appSecret, body)) {
      const webhook = compose(body.toString(), signature)
      await attempt(webhook, body)
      if (webhook.state !== 'delivered') webhook.state = 'lost'
      return webhook
    },
    list: () => webhooks,
    clear() {
      webhooks = webhooks.filter((webhook) => webhook.state === 'pending')
    },
    close: () => agent.destroy(),
  }
}
