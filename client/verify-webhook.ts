import sha256 from 'fast-sha256'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { WhatsappEvent } from './whatsapp-event.ts'

/** What was signed longer ago, or later than now, may be a recording that somebody plays again, seconds. */
const WINDOW_SECONDS = 300
const STANDARD = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const bytes = new TextEncoder()

/** Headers as `fetch`, Node, or a framework has them. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The event of a webhook whose signature holds.
 * @param secrets the one that signs, or two while one takes the place of the other
 * @param rawBody as it came: parsed and written again it may differ
 * @throws WebhookVerificationError when none of the secrets signed it, or longer than 5 minutes ago
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

/** Null for a secret of somebody's own that is no base64 behind its prefix: only `x-service-signature` proves it then. */
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

/** Takes as long whatever differs. */
function isSame(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
