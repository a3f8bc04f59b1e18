import type { IncomingHttpHeaders } from 'node:http'
import type { SaleNotice } from '@recado/contract/sale'
import type { z } from 'zod'

/** A platform that reports sales: where it posts, how it signs, and what its body says. Pure. */
export type SalePlatform = {
  /** It posts to `/hooks/<path>/{account_id}`. */
  readonly path: string
  /** What its signature must be, in words: the answer to a post without a valid one. */
  readonly signatureRule: string
  /** Whether the post may be signed, as far as its head shows before the body is read. */
  readonly mayBeSigned: (headers: IncomingHttpHeaders) => boolean
  /** Whether the post is signed with the account's sales secret, and recent. */
  readonly isSigned: (post: SalePost, secret: string, now: Date) => boolean
  /** Reads its body as a notice. What it cannot read is answered with 422. */
  readonly notice: z.ZodType<SaleNotice>
}

export type SalePost = { readonly headers: IncomingHttpHeaders; readonly bytes: Uint8Array }
