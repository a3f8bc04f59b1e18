import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import type { Schedule } from '../graph-api/schedule.ts'
import type { Behaviour } from './behaviour.ts'
import type { SessionHook } from './session.ts'

/** A webhook that is pending, delivered, or lost after the last attempt. */
export type PostedWebhook = {
  url: string
  body: string
  state: 'pending' | 'delivered' | 'lost'
  attempts: number
  /** HTTP status of the last answer; null when there was none. */
  last_status: number | null
}

/** Posts signed webhooks, and retries until they are accepted or the attempts are exhausted. */
export type WahaPoster = {
  post(hook: SessionHook, body: string): PostedWebhook
  /** Posts once and resolves with the outcome; `signature` replaces the correct one. */
  postOnce(hook: SessionHook, body: string, signature?: string): Promise<PostedWebhook>
  list(): readonly PostedWebhook[]
  close(): Promise<void>
}

const KEPT = 10_000

/** A poster with connections of its own. Any 2xx counts as accepted. */
export function newWahaPoster(schedule: Schedule, behaviour: () => Behaviour): WahaPoster {
  const agent = new Agent({ connections: 64 })
  const webhooks: PostedWebhook[] = []
  const compose = ({ url }: SessionHook, body: string): PostedWebhook => {
    const state = { state: 'pending', attempts: 0, last_status: null } as const
    const webhook: PostedWebhook = { url, body, ...state }
    webhooks.push(webhook)
    if (webhooks.length > KEPT) webhooks.shift()
    return webhook
  }
  const attempt = async (webhook: PostedWebhook, headers: Record<string, string>) => {
    webhook.attempts += 1
    const timeout = behaviour().hook_timeout_ms
    const times = { headersTimeout: timeout, bodyTimeout: timeout }
    const post = {
      method: 'POST',
      dispatcher: agent,
      headers,
      body: webhook.body,
      ...times,
    } as const
    try {
      const answer = await request(webhook.url, post)
      await answer.body.dump()
      webhook.last_status = answer.statusCode
      if (answer.statusCode < 300) webhook.state = 'delivered'
    } catch {
      webhook.last_status = null
    }
  }
  const persist = async (webhook: PostedWebhook, headers: Record<string, string>) => {
    await attempt(webhook, headers)
    if (webhook.state === 'delivered') return
    const { hook_attempts, hook_retry_ms } = behaviour()
    if (webhook.attempts >= hook_attempts) webhook.state = 'lost'
    else
      schedule.after(hook_retry_ms * 2 ** (webhook.attempts - 1), () => {
        void persist(webhook, headers)
      })
  }
  return {
    post(hook, body) {
      const webhook = compose(hook, body)
      void persist(webhook, headersOf(hook, body))
      return webhook
    },
    async postOnce(hook, body, signature) {
      const webhook = compose(hook, body)
      await attempt(webhook, headersOf(hook, body, signature))
      if (webhook.state !== 'delivered') webhook.state = 'lost'
      return webhook
    },
    list: () => webhooks,
    close: () => agent.destroy(),
  }
}

/** The headers of every attempt, made once: a retry carries the same timestamp. */
function headersOf({ hmac }: SessionHook, body: string, signature?: string) {
  const key = hmac?.key ?? ''
  const signed = signature ?? createHmac('sha512', key).update(body).digest('hex')
  return {
    'content-type': 'application/json',
    'user-agent': 'WAHA',
    'x-webhook-request-id': randomUUID(),
    'x-webhook-timestamp': String(Date.now()),
    ...(key !== '' || signature !== undefined
      ? { 'x-webhook-hmac': signed, 'x-webhook-hmac-algorithm': 'sha512' }
      : {}),
  }
}
