import { createHmac } from 'node:crypto'
import { reasonOf } from '@recado/client/recado-error'
import { Webhook } from 'standardwebhooks'

export type EventToPost = { readonly id: string; readonly type: string; readonly text: string }

export type PostResult = {
  /** Null without a response. */
  readonly status: number | null
  readonly took_ms: number
  readonly error: string | null
  /** The first 4 KiB of the body. */
  readonly answer: string
}

/** As long as the endpoint of a webhook may take. */
const MAX_ANSWER_MS = 15_000
const MAX_ANSWER_BYTES = 4_096

/** POSTs an event once, with the headers of a delivery. Never throws: a failure is a result too. */
export async function forward(to: string, event: EventToPost, secret: string): Promise<PostResult> {
  const began = performance.now()
  const done = (outcome: Omit<PostResult, 'took_ms'>): PostResult => ({
    ...outcome,
    took_ms: Math.round(performance.now() - began),
  })
  try {
    const answer = await fetch(to, {
      method: 'POST',
      redirect: 'manual',
      headers: headersOf(event, secret),
      body: event.text,
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    })
    return done({ status: answer.status, error: null, answer: await readBeginning(answer) })
  } catch (error) {
    return done({ status: null, error: reasonOf(error), answer: '' })
  }
}

function headersOf({ id, type, text }: EventToPost, secret: string): Record<string, string> {
  const now = new Date()
  const seconds = Math.floor(now.getTime() / 1_000)
  const service = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
  // A custom secret may have no valid base64 after its prefix; like deliveries, this signs with the bytes that decode.
  const isPrefixed = secret.startsWith('whsec_')
  const key = isPrefixed ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  const standard = new Webhook(key, { format: 'raw' })
  return {
    'content-type': 'application/json',
    'user-agent': 'Recado-CLI/1',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standard.sign(id, now, text),
    'x-service-signature': `t=${seconds},v1=${service}`,
    'x-service-event': type,
  }
}

async function readBeginning({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString()
}
