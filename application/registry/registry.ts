import type {
  AccountEntry,
  ApiKeyEntry,
  ConnectionEntry,
  UserEntry,
  WebhookEntry,
} from '@recado/infra/registry-entries'

/**
 * Small registries in memory: loaded from the read models (or, when Postgres is unavailable, from the log) and kept
 * current by one tail of the log per process, so a revoked key is dead within milliseconds everywhere and
 * hooks work without Postgres.
 */
export type Registry = {
  account(id: string): AccountEntry | undefined
  /** The working key with this SHA-256 (lower-case hex). */
  apiKey(sha256: string): ApiKeyEntry | undefined
  /** Also one that was released. */
  connection(id: string): ConnectionEntry | undefined
  /** In order of registration, also those that were released. */
  connectionsOf(accountId: string): readonly ConnectionEntry[]
  connectionByPhoneNumberId(phoneNumberId: string): ConnectionEntry | undefined
  connectionsOfWaba(wabaId: string): readonly ConnectionEntry[]
  /** Connections whose app may post at this address; null: official ones whose facts name none yet. */
  connectionsOfHook(hook: string | null): readonly ConnectionEntry[]
  connectionBySession(session: string): ConnectionEntry | undefined
  /** All connections that serve a number. */
  connections(): Iterable<ConnectionEntry>
  webhook(connectionId: string): WebhookEntry | undefined
  webhooks(): Iterable<WebhookEntry>
  /** A user of the dashboard who has not been removed. */
  user(id: string): UserEntry | undefined
  /** @param email in lower case */
  userByEmail(email: string): UserEntry | undefined
  /** Whose password the link with this token may set. @param sha256 of the token, lower-case hex */
  userBySetup(sha256: string): UserEntry | undefined
  /**
   * Resolves when the registry includes everything that the log held at the time of the call: true, or false when it cannot
   * be brought there within a second.
   */
  catchUp(): Promise<boolean>
  /** Resolves when the registry has seen everything up to a position of the log. */
  reached(position: bigint): Promise<void>
  close(): Promise<void>
}
