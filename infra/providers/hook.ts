import type { Config } from '../config.ts'
import type { RawBody } from './signed-body.ts'

/** How a provider proves what it posts to us. */
type SignedHook = {
  /** Below /hooks. */
  readonly path: string
  /** Lower-case name of the header with the signature, and what every signature looks like. */
  readonly header: string
  readonly form: RegExp
  /** Names of the credentials that sign: the present one, and those of before. */
  readonly credentials: readonly [string, ...string[]]
  isSigned(secret: string, body: RawBody, signature: string): boolean
}

/** Addresses of apps, each named by its secret: one post speaks for many connections (Meta). */
export type AppHook = SignedHook & { readonly speaksFor: 'app' }

/** An address of each connection. */
export type ConnectionHook = SignedHook & {
  readonly speaksFor: 'connection'
  /** What the signature is, for people. */
  readonly scheme: string
  /** The header that says when it was posted, in ms since 1970; one that is missing counts as now. */
  readonly timeHeader: string
  /** Signs for connections without a credential of their own; null where there is none. */
  sharedSecret(config: HookConfig): string | null
  /** What is kept of a post. */
  read(post: Readonly<Record<string, unknown>>): HookPost
  /** Stands for a payload that is larger than a record. */
  shortened(payload: object): object
}

/** The settings that connections share secrets in. */
export type HookConfig = Pick<Config, 'WAHA_HMAC_KEY'>

/** A post of one event. */
export type HookPost = {
  readonly event: string
  /** The provider's name for it, the same on retries; null when it gives none. */
  readonly id: string | null
  readonly payload: object
  /** It tells of the connection itself, not of its messages. */
  readonly ofConnection: boolean
  /** Something in the post may not be read by anybody: its exact bytes are not kept. */
  readonly redacted: boolean
}
