import type { CallResult } from '../call-result.ts'
import { causeText } from '../cause-text.ts'
import type { WahaCalls } from './waha-client.ts'

/** The configuration of a session at the gateway. */
export type SessionOrder = {
  readonly name: string
  /** The address of its events, and the key that signs them. */
  readonly hook_url: string
  readonly hmac_key: string
  readonly events: readonly string[]
  /** Our own values, which the gateway repeats in every event. */
  readonly metadata: Readonly<Record<string, string>>
}

/** Creates and starts the session, or configures it again. Idempotent. @throws Error when unavailable or refused */
export async function ensureSession(client: WahaCalls, order: SessionOrder): Promise<void> {
  const { name } = order
  const body = { name, start: true, config: configOf(order) }
  const created = await client.call('POST', '/api/sessions', body)
  if (statusOf(created) < 300) return
  // WAHA answers 422 to a name that is taken.
  const path = `/api/sessions/${encodeURIComponent(name)}`
  if (statusOf(created) !== 422) throw failure('POST', '/api/sessions', created)
  const updated = await client.call('PUT', path, { name, config: body.config })
  if (statusOf(updated) >= 300) throw failure('PUT', path, updated)
  const started = await client.call('POST', `${path}/start`)
  // WAHA may answer 422 to the start of a running session.
  if (statusOf(started) >= 300 && statusOf(started) !== 422)
    throw failure('POST', `${path}/start`, started)
}

function configOf({ hook_url: url, hmac_key: key, events, metadata }: SessionOrder) {
  const retries = { policy: 'exponential', delaySeconds: 2, attempts: 15 }
  // WEBJS reports acks only when asked to; other engines ignore this.
  const webjs = { tagsEventsOn: true }
  return { metadata, webjs, webhooks: [{ url, events, hmac: { key }, retries }] }
}

function statusOf(result: CallResult): number {
  return result.kind === 'answered' ? result.answer.status : Number.POSITIVE_INFINITY
}

function failure(method: string, path: string, result: CallResult): Error {
  const why = result.kind === 'answered' ? result.answer.status : causeText(result.cause)
  return new Error(`${method} ${path} failed at the gateway: ${why}`)
}
