import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { textsPost } from '../kit/meta-post.ts'
import type { Demo } from '../kit/standalone.ts'
import { wabaId } from '../translation/graph-post.ts'
import { wahaEvent } from '../translation/waha-event.ts'

/** Pause before a provider repeats a POST, ms. */
const AGAIN_MS = 250

/** A connection of a tenant, and what is needed to post as its provider. */
export type Line = {
  readonly id: string
  readonly key: string
  readonly phone_number_id: string
  readonly secret: string
  /** The hook that its provider posts to. */
  readonly hook: string
}

/** The product over HTTP, as tenants, operator and providers use it. */
export type Platform = {
  readonly api: string
  /** Opens an account with a key. */
  open(): Promise<{ readonly id: string; readonly key: string }>
  addNumber(tenant: { id: string; key: string }): Promise<Line>
  addSession(tenant: { id: string; key: string }): Promise<Line>
  setWebhook(line: Line, url: string): Promise<void>
  /** Posts a person's messages as Meta, and repeats the POST until it is accepted. */
  write(line: Line, person: string, ids: readonly string[]): Promise<void>
  /** Reports the status of a session as the gateway. */
  tellSession(line: Line, status: string): Promise<void>
  /** The newest messages of the line's account. */
  newest(line: Line): Promise<string>
}

/** @param demo of the running product */
export function platformOf({ base_url: api, operator, simulators }: Demo): Platform {
  let numbers = 0
  const asOperator = (path: string, body: object) =>
    created('POST', operator.url + path, operator.token, body)
  const add = async ({ id, key }: { id: string; key: string }, number: object) => {
    const path = `/accounts/${id}/connections`
    const phone_number = `+55119${String(++numbers).padStart(8, '0')}`
    const made = await asOperator(path, { phone_number, ...number })
    return { id: made.id, key, hook: made.hook_url }
  }
  return {
    api,
    async open() {
      const { id } = await asOperator('/accounts', { name: 'Soak', plan: 'agency' })
      const body = { name: 'Soak', scopes: ['read', 'write'] }
      return { id, key: (await asOperator(`/accounts/${id}/api-keys`, body)).key }
    },
    async addNumber(tenant) {
      const phone_number_id = `1065${Date.now()}${numbers}`
      const secret = randomUUID()
      const names = { phone_number_id, waba_id: wabaId, app_secret: secret, token: 'token' }
      // Registration asks Meta for the number.
      await created('POST', `${simulators.graph}/_sim/numbers`, operator.token, names)
      return { ...(await add(tenant, { type: 'official', ...names })), phone_number_id, secret }
    },
    async addSession(tenant) {
      const secret = randomUUID()
      const names = { session: `conn_${numbers}_${Date.now()}`, hmac_key: secret }
      const made = await add(tenant, { type: 'freemium', ...names })
      return { ...made, phone_number_id: '', secret }
    },
    async setWebhook({ id, key }, url) {
      await created('PUT', `${api}/webhooks`, key, { connection_id: id, url })
    },
    async write({ phone_number_id, secret, hook: url }, person, ids) {
      const { payload, headers } = textsPost({ phone_number_id, app_secret: secret }, person, ids)
      await hook(url, payload, headers)
    },
    async tellSession({ hook: url, secret }, status) {
      const at = Date.now()
      const body = JSON.stringify(wahaEvent('session.status', { status }, { timestamp: at }))
      await hook(url, body, {
        'x-webhook-hmac': createHmac('sha512', secret).update(body).digest('hex'),
        'x-webhook-hmac-algorithm': 'sha512',
        'x-webhook-timestamp': String(at),
      })
    },
    async newest({ key }) {
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(`${api}/messages?limit=20`, { headers })).text()
    },
  }
}

async function created(method: string, url: string, token: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`)
  return JSON.parse(text).data as { id: string; key: string; hook_url: string }
}

/** Repeats a POST until it is accepted, as providers do. */
async function hook(url: string, body: string, signed: Record<string, string>): Promise<void> {
  const headers = { 'content-type': 'application/json', ...signed }
  let last: number | undefined
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
    await answer?.text()
    if (answer?.ok) return
    last = answer?.status
    await delay(AGAIN_MS)
  }
  throw new Error(`a hook was refused fifty times, at last ${last}: ${url}`)
}
