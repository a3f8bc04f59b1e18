import { createHmac } from 'node:crypto'
import { standardKey } from '@recado/infra/http-client/standard-key'

/** The signatures of one POST: the values of `x-service-signature` and of `webhook-signature`. */
export type Signatures = { readonly service: string; readonly standard: string }

/**
 * Signs one POST in two schemes with the same secrets, Standard Webhooks (`standardwebhooks.com`) and Stripe's form
 * under the contract's header name. Receivers may check either.
 * - `x-service-signature`: hex HMAC-SHA256 of `{t}.{body}`, keyed with the whole secret as text.
 * - `webhook-signature`: base64 HMAC-SHA256 of `{id}.{t}.{body}`, keyed with the bytes behind `whsec_`; a secret
 * without that prefix is used as text in both.
 * @param secrets the current one first; each signs
 * @param eventId the same on every retry
 * @param seconds Unix time of this attempt
 */
export function signaturesOf(
  secrets: readonly string[],
  eventId: string,
  seconds: number,
  body: Buffer,
): Signatures {
  const ours = secrets.map((secret) => `v1=${hmac(secret, `${seconds}.`, body).toString('hex')}`)
  const standard = secrets.map(
    (secret) =>
      `v1,${hmac(standardKey(secret), `${eventId}.${seconds}.`, body).toString('base64')}`,
  )
  return { service: [`t=${seconds}`, ...ours].join(','), standard: standard.join(' ') }
}

function hmac(key: string | Buffer, before: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(before).update(body).digest()
}
