import type { CallResult } from '../call-result.ts'
import { causeText } from '../cause-text.ts'
import type { WahaClient } from './waha-client.ts'

/** What the gateway is told of a session. */
export type SessionOrder = {
  readonly name: string
  /** Where its events go, and what signs them. */
  readonly hook_url: string
  readonly hmac_key: string
  /** Names of the events it sends. */
  readonly events: readonly string[]
  /** Ours, repeated by the gateway in every event. */
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * Makes the session and starts it; one that exists is told again where its events go. Doing it twice does no
 * harm.
 * @throws Error when the gateway is unavailable or says no
 */
export async function ensureSession(client: WahaClient, order: SessionOrder): Promise<void> {
  const { name } = order
  const body = { name, start: true, config: configOf(order) }
  const made = await client.call('POST', '/api/sessions', body)
  if (statusOf(made) < 300) return
  // WAHA says 422 to a name that is taken.
  const path = `/api/sessions/${encodeURIComponent(name)}`
  if (statusOf(made) !== 422) throw failure('POST', '/api/sessions', made)
  const told = await client.call('PUT', path, { name, config: body.config })
  if (statusOf(told) >= 300) throw failure('PUT', path, told)
  const started = await client.call('POST', `${path}/start`)
  // A session that runs already may be told so with 422.
  if (statusOf(started) >= 300 && statusOf(started) !== 422)
    throw failure('POST', `${path}/start`, started)
}

function configOf({ hook_url: url, hmac_key: key, events, metadata }: SessionOrder) {
  const retries = { policy: 'exponential', delaySeconds: 2, attempts: 15 }
  // WEBJS tells acks only when asked to; other engines pass this over.
  const webjs = { tagsEventsOn: true }
  return { metadata, webjs, webhooks: [{ url, events, hmac: { key }, retries }] }
}

function statusOf(result: CallResult): number {
  return result.kind === 'answered' ? result.answer.status : Number.POSITIVE_INFINITY
}

function failure(method: string, path: string, result: CallResult): Error {
  const why = result.kind === 'answered' ? result.answer.status : causeText(result.cause)
  return new Error(`${method} ${path} at the gateway: ${why}`)
}
