import type {
  AccountEntry,
  ApiKeyEntry,
  ConnectionEntry,
  GatewayEntry,
  UserEntry,
  WebhookEntry,
} from '@recado/infra/registry-entries'

/** The entries of a registry, and the indexes by which they are found. */
export type Entries = {
  readonly accounts: Map<string, AccountEntry>
  /** By SHA-256, without revoked ones. */
  readonly keys: Map<string, ApiKeyEntry>
  /** By a key's id. */
  readonly hashes: Map<string, string>
  readonly connections: Map<string, ConnectionEntry>
  /** Ids of connections, in order of registration. */
  readonly byAccount: Map<string, Set<string>>
  readonly byWaba: Map<string, Set<string>>
  /** Under null: connections of apps whose facts name no address. */
  readonly byHook: Map<string | null, Set<string>>
  readonly byPhoneNumberId: Map<string, string>
  readonly bySession: Map<string, string>
  /** By id, in order of registration; `first` once its status has changed. */
  readonly gateways: Map<string, GatewayEntry>
  readonly webhooks: Map<string, WebhookEntry>
  readonly users: Map<string, UserEntry>
  /** Ids of users who can sign in, by address, and of users by the SHA-256 of the token that may set their password. */
  readonly byEmail: Map<string, string>
  readonly bySetup: Map<string, string>
}

/** The entries of an empty log. */
export function emptyEntries(): Entries {
  return {
    accounts: new Map(),
    keys: new Map(),
    hashes: new Map(),
    connections: new Map(),
    byAccount: new Map(),
    byWaba: new Map(),
    byHook: new Map(),
    byPhoneNumberId: new Map(),
    bySession: new Map(),
    gateways: new Map(),
    webhooks: new Map(),
    users: new Map(),
    byEmail: new Map(),
    bySetup: new Map(),
  }
}

/** Adds an API key. */
export function putKey(entries: Entries, key: ApiKeyEntry): void {
  entries.keys.set(key.sha256, key)
  entries.hashes.set(key.id, key.sha256)
}

/** Removes an API key, if it is there. */
export function removeKey(entries: Entries, id: string): void {
  const hash = entries.hashes.get(id)
  if (hash !== undefined) entries.keys.delete(hash)
  entries.hashes.delete(id)
}

/** Adds a user, or replaces the user's entry. */
export function putUser(entries: Entries, user: UserEntry): void {
  entries.users.set(user.id, user)
  // Several accounts may have invited one address; it belongs to the user who has accepted first.
  if (user.password_ref !== null) entries.byEmail.set(user.email, user.id)
  if (user.setup_sha256 !== null) entries.bySetup.set(user.setup_sha256, user.id)
}

/** Changes the entry of a user, if it is there. */
export function changeUser(entries: Entries, id: string, changes: Partial<UserEntry>): void {
  const user = entries.users.get(id)
  if (user === undefined) return
  if (changes.setup_sha256 !== undefined) entries.bySetup.delete(user.setup_sha256 ?? '')
  putUser(entries, { ...user, ...changes })
}

/** Removes a user, who can no longer sign in. */
export function removeUser({ users, byEmail, bySetup }: Entries, id: string): void {
  const user = users.get(id)
  if (user === undefined) return
  users.delete(id)
  bySetup.delete(user.setup_sha256 ?? '')
  if (byEmail.get(user.email) === id) byEmail.delete(user.email)
}

/** Adds a connection; its indexed fields never change. A released one is found only by its id and account. */
export function putConnection(entries: Entries, connection: ConnectionEntry): void {
  const { id, account_id, waba_id, phone_number_id, session, hooks, secret_refs } = connection
  const isPostedTo = hooks.length > 0 || 'app_secret' in secret_refs
  entries.connections.set(id, connection)
  addTo(entries.byAccount, account_id, id)
  if (connection.released) return
  if (waba_id !== null) addTo(entries.byWaba, waba_id, id)
  if (isPostedTo) putHooks(entries, id, hooks)
  if (phone_number_id !== null) entries.byPhoneNumberId.set(phone_number_id, id)
  if (session !== null) entries.bySession.set(session, id)
}

/** Removes an account with all that it owns: whoever asks for it is told what is said of an unknown one. */
export function removeAccount(entries: Entries, accountId: string): void {
  const { accounts, keys, users, byAccount, connections, webhooks } = entries
  accounts.delete(accountId)
  for (const { id, account_id } of keys.values())
    if (account_id === accountId) removeKey(entries, id)
  for (const { id, account_id } of users.values())
    if (account_id === accountId) removeUser(entries, id)
  for (const id of byAccount.get(accountId) ?? []) {
    releaseConnection(entries, id)
    connections.delete(id)
    webhooks.delete(id)
  }
  byAccount.delete(accountId)
}

/** Marks a connection as released: from now on its number may belong to another one. */
export function releaseConnection(entries: Entries, id: string): void {
  const connection = entries.connections.get(id)
  if (connection === undefined) return
  const { waba_id, phone_number_id, session } = connection
  entries.connections.set(id, { ...connection, released: true })
  entries.byWaba.get(waba_id ?? '')?.delete(id)
  for (const ids of entries.byHook.values()) ids.delete(id)
  if (entries.byPhoneNumberId.get(phone_number_id ?? '') === id)
    entries.byPhoneNumberId.delete(phone_number_id ?? '')
  if (entries.bySession.get(session ?? '') === id) entries.bySession.delete(session ?? '')
}

/** Adds the addresses at which a connection's app posts. */
export function putHooks({ byHook }: Entries, id: string, hooks: readonly string[]): void {
  if (hooks.length === 0) addTo(byHook, null, id)
  else byHook.get(null)?.delete(id)
  for (const hook of hooks) addTo(byHook, hook, id)
}

/** The connections with these ids. */
export function connectionsOf(
  entries: Entries,
  ids: Iterable<string> | undefined,
): readonly ConnectionEntry[] {
  return [...(ids ?? [])].flatMap((id) => entries.connections.get(id) ?? [])
}

function addTo<Key>(index: Map<Key, Set<string>>, key: Key, id: string): void {
  const ids = index.get(key)
  if (ids === undefined) index.set(key, new Set([id]))
  else ids.add(id)
}
