import type { Post } from '../webhook-poster.ts'
import { hubSignature } from './signature.ts'
import type { Simulator } from './simulator.ts'

/** A webhook as Meta posts it. @param signature replaces the correct one */
export function signedPost(
  simulator: Pick<Simulator, 'hookUrl'>,
  appSecret: string,
  body: string | Buffer,
  signature = hubSignature(appSecret, body),
): Post {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'facebookexternalua',
    'x-hub-signature-256': signature,
  }
  return { url: () => simulator.hookUrl, headers, body }
}
