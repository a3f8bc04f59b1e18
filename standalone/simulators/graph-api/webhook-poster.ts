import { doubling } from '@recado/infra/concurrency/backoff'
import { Agent, request } from 'undici'
import { type PostedWebhook, postedWebhooks } from './posted-webhooks.ts'
import type { Schedule } from './schedule.ts'
import { hubSignature } from './signature.ts'
import type { Simulator } from './simulator.ts'

/** Posts signed webhooks to the hook, and retries until it answers 200 or the attempts are exhausted. */
export type WebhookPoster = {
  post(appSecret: string, body: string): PostedWebhook
  /** Posts once and resolves with the outcome; `signature` replaces the correct one. */
  postOnce(appSecret: string, body: string | Buffer, signature?: string): Promise<PostedWebhook>
  list(): readonly PostedWebhook[]
  clear(): void
  close(): Promise<void>
}

/** Only 200 counts as delivered; pauses between retries double. */
export function newWebhookPoster(schedule: Schedule, simulator: () => Simulator): WebhookPoster {
  const agent = new Agent({ connections: 64 })
  const webhooks = postedWebhooks()

  const persist = async (webhook: PostedWebhook): Promise<void> => {
    await attempt(agent, simulator(), webhook, webhook.body)
    if (webhook.state === 'delivered') return
    const { hook_attempts, hook_retry_ms, hook_retry_max_ms } = simulator().behaviour
    if (webhook.attempts >= hook_attempts) {
      webhook.state = 'lost'
      return
    }
    const pause = doubling(webhook.attempts - 1, hook_retry_ms, hook_retry_max_ms)
    schedule.after(pause, () => void persist(webhook))
  }
  return {
    post(appSecret, body) {
      const webhook = webhooks.add(body, hubSignature(appSecret, body))
      void persist(webhook)
      return webhook
    },
    async postOnce(appSecret, body, signature = hubSignature(appSecret, body)) {
      const webhook = webhooks.add(body.toString(), signature)
      await attempt(agent, simulator(), webhook, body)
      if (webhook.state !== 'delivered') webhook.state = 'lost'
      return webhook
    },
    list: webhooks.list,
    clear: webhooks.clear,
    close: () => agent.destroy(),
  }
}

async function attempt(
  agent: Agent,
  { hookUrl, behaviour }: Simulator,
  webhook: PostedWebhook,
  body: string | Buffer,
): Promise<void> {
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
      body,
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
