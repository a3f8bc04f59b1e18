import type {
  AccountEntry,
  ApiKeyEntry,
  ConnectionEntry,
  GatewayEntry,
  UserEntry,
  WebhookEntry,
} from '@recado/infra/registry-entries'

/**
 * What requests need, in memory: loaded from the read models or the log, and kept current by one tail of the log per
 * process. So a revoked key ends within milliseconds, and hooks work without Postgres. See ADR 33.
 */
export type Registry = {
  account(id: string): AccountEntry | undefined
  apiKey(sha256: string): ApiKeyEntry | undefined
  /** Released ones included. */
  connection(id: string): ConnectionEntry | undefined
  /** In order of registration, released ones included. */
  connectionsOf(accountId: string): readonly ConnectionEntry[]
  connectionByPhoneNumberId(phoneNumberId: string): ConnectionEntry | undefined
  connectionsOfWaba(wabaId: string): readonly ConnectionEntry[]
  /** Connections whose app may post at this address; null for official ones whose facts name no address. */
  connectionsOfHook(hook: string | null): readonly ConnectionEntry[]
  connectionBySession(session: string): ConnectionEntry | undefined
  /** Without released ones. */
  connections(): Iterable<ConnectionEntry>
  /** A gateway in use. @param id a uuid, or `first` */
  gateway(id: string): GatewayEntry | undefined
  /** Those in use, in order of registration; `first` is among them once its status has changed. */
  gateways(): Iterable<GatewayEntry>
  webhook(connectionId: string): WebhookEntry | undefined
  webhooks(): Iterable<WebhookEntry>
  user(id: string): UserEntry | undefined
  /** The user who can sign in with an address. @param email in lower case */
  userByEmail(email: string): UserEntry | undefined
  /** @param sha256 of the token of a setup link, lower-case hex */
  userBySetup(sha256: string): UserEntry | undefined
  /**
   * Waits until the registry includes everything that the log held at the time of the call. Resolves to false when that
   * takes longer than a second, or when the registry no longer follows the log.
   */
  catchUp(): Promise<boolean>
  /** Resolves when the registry includes everything up to a position of the log. */
  waitUntil(position: bigint): Promise<void>
  close(): Promise<void>
}
