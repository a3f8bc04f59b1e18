import { createHmac } from 'node:crypto'

/** A body as a provider or a shop posts it, and the headers that prove who signed it. */
export type SignedPost = { readonly payload: string; readonly headers: Record<string, string> }

/** A body signed with the app secret, as Meta signs it. */
export function signedByMeta(secret: string, payload: string): SignedPost {
  return posted(payload, 'x-hub-signature-256', `sha256=${hmac(secret, payload)}`)
}

/** A body signed with the account's secret, as a shop signs it. */
export function signedByShop(secret: string, payload: string): SignedPost {
  return posted(payload, 'x-service-signature', serviceSignature(secret, payload))
}

/** @param seconds the time that the signature states */
export function serviceSignature(
  secret: string,
  payload: string,
  seconds = Math.floor(Date.now() / 1_000),
): string {
  return `t=${seconds},v1=${hmac(secret, `${seconds}.${payload}`)}`
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

function posted(payload: string, name: string, signature: string): SignedPost {
  return { payload, headers: { 'content-type': 'application/json', [name]: signature } }
}
