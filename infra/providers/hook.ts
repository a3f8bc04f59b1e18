import type { Config } from '../config.ts'
import type { RawBody } from './signed-body.ts'

type SignedHook = {
  readonly path: string
  /** Lower-case name of the signature's header, and the form of every signature. */
  readonly header: string
  readonly form: RegExp
  /** Names of the credentials that sign: the present one, then previous ones. */
  readonly credentials: readonly [string, ...string[]]
  isSigned(secret: string, body: RawBody, signature: string): boolean
}

/** Hook addresses of apps, each named by its secret; one post may concern many connections (Meta). */
export type AppHook = SignedHook & { readonly speaksFor: 'app' }

export type ConnectionHook = SignedHook & {
  readonly speaksFor: 'connection'
  /** Name of the signature scheme, for people. */
  readonly scheme: string
  /** The header with the time of the post, Unix ms; a missing one counts as now. */
  readonly timeHeader: string
  /** The secret of connections without a credential of their own; null when there is none. */
  sharedSecret(config: HookConfig): string | null
  /** Extracts what is stored of a post. */
  read(post: Readonly<Record<string, unknown>>): HookPost
  /** Replaces a payload that is too large for one record. */
  shortened(payload: object): object
}

/** The settings with secrets that connections share. */
export type HookConfig = Pick<Config, 'WAHA_HMAC_KEY'>

export type HookPost = {
  readonly event: string
  /** The name of the part of such events that it is in, null for none; absent for events without such a part. */
  readonly part?: string | null
  /** The provider's id of the event, the same on retries; null without one. */
  readonly id: string | null
  readonly payload: object
  /** It concerns the connection itself, not its messages. */
  readonly ofConnection: boolean
  /** Secret parts were removed, so the exact bytes of the post are not stored. */
  readonly redacted: boolean
}
