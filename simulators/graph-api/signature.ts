import { createHmac } from 'node:crypto'

/** The value of `X-Hub-Signature-256` for these exact bytes: `sha256=` and lowercase hex. */
export function hubSignature(appSecret: string, body: string | Buffer): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
}
