import sha256 from 'fast-sha256'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { WhatsappEvent } from './whatsapp-event.ts'

/** A signature further from now than this may be a replay, seconds. */
const WINDOW_SECONDS = 300
const STANDARD = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const bytes = new TextEncoder()

/** Headers as `fetch`, Node or a framework represents them. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies a webhook's signature and returns its event.
 * @param secrets the current secret, or several during a rotation
 * @param rawBody exactly as received: parsing and serialising it again may change bytes
 * @throws WebhookVerificationError when no secret matches or the signature is more than 5 minutes from now
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
): WhatsappEvent {
  const body = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)
  const header = headerOf(headers)
  const isStandard = STANDARD.every((name) => header(name) !== '')
  for (const secret of [secrets].flat()) {
    if (secret === '') continue
    const webhook = isStandard ? standardOf(secret) : null
    if (webhook ? isSignedStandard(webhook, body, header) : isSignedService(secret, body, header))
      return JSON.parse(body) as WhatsappEvent
  }
  throw new WebhookVerificationError('No secret matches the signature, or it is too old')
}

type Header = (name: string) => string

function headerOf(headers: WebhookHeaders): Header {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? ''
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const byName = new Map(lower)
  return (name) => [byName.get(name) ?? ''].flat().join(',')
}

/** Null for a custom secret without valid base64 after `whsec_`: only `x-service-signature` can prove it. */
function standardOf(secret: string): Webhook | null {
  if (!secret.startsWith('whsec_')) return new Webhook(bytes.encode(secret), { format: 'raw' })
  try {
    return new Webhook(secret)
  } catch {
    return null
  }
}

function isSignedStandard(webhook: Webhook, body: string, header: Header): boolean {
  try {
    webhook.verify(body, Object.fromEntries(STANDARD.map((name) => [name, header(name)])), {
      jsonParse: false,
    })
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

/** `x-service-signature: t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of "t.body", keyed with the whole secret as text. */
function isSignedService(secret: string, body: string, header: Header): boolean {
  const [time = '', ...given] = header('x-service-signature').split(',')
  const seconds = Number(time.replace(/^t=/, ''))
  if (!Number.isInteger(seconds)) return false
  if (Math.abs(Date.now() / 1000 - seconds) > WINDOW_SECONDS) return false
  const digest = sha256.hmac(bytes.encode(secret), bytes.encode(`${seconds}.${body}`))
  const expected = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return given.some((one) => isSame(one, `v1=${expected}`))
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
