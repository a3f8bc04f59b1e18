/** A webhook that is pending, delivered, or lost after the last attempt. */
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

/** The webhooks of a simulator, for its control API. */
export type PostedWebhooks = {
  add(body: string, signature: string): PostedWebhook
  list(): readonly PostedWebhook[]
  /** Forgets all but the pending ones. */
  clear(): void
}

/** Above this many only the newest half and older pending webhooks are kept. */
const MOST = 20_000
const NEWEST = MOST / 2

/** An empty list; webhooks are numbered from 1. */
export function postedWebhooks(): PostedWebhooks {
  let webhooks: PostedWebhook[] = []
  let count = 0
  const pending = (all: readonly PostedWebhook[]) => all.filter(({ state }) => state === 'pending')
  return {
    add(body, signature) {
      count += 1
      const fresh = { state: 'pending', attempts: 0, last_status: null, last_error: null } as const
      const webhook: PostedWebhook = { number: count, body, signature, ...fresh }
      webhooks.push(webhook)
      if (webhooks.length > MOST)
        webhooks = [...pending(webhooks.slice(0, -NEWEST)), ...webhooks.slice(-NEWEST)]
      return webhook
    },
    list: () => webhooks,
    clear() {
      webhooks = pending(webhooks)
    },
  }
}
