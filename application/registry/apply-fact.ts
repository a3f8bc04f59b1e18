import type { AccountEvent } from '@recado/domain/account/events'
import type { ApiKeyEvent } from '@recado/domain/api-key/events'
import type { ConnectionEvent } from '@recado/domain/connection/events'
import type { WebhookEvent } from '@recado/domain/webhook/events'
import { type Entries, putConnection, putHooks, putKey, removeKey } from './entries.ts'

/** The facts a registry is made of. */
export type RegistryFact = AccountEvent | ApiKeyEvent | ConnectionEvent | WebhookEvent

/** Streams that hold them. */
export const REGISTRY_STREAMS = ['account-', 'apiKey-', 'connection-', 'webhook-'] as const

type Changes = {
  readonly [T in RegistryFact['type']]:
    | ((entries: Entries, data: Extract<RegistryFact, { type: T }>['data']) => void)
    | null
}

const changes: Changes = {
  AccountOpened: ({ accounts }, { account_id: id, name, plan, sales_secret_ref }) => {
    accounts.set(id, { id, name, plan, sales_secret_ref })
  },
  PlanChanged: ({ accounts }, { account_id, plan }) => change(accounts, account_id, { plan }),
  ApiKeyIssued: (entries, { key_id: id, account_id, scopes, sha256 }) =>
    putKey(entries, { id, account_id, scopes, sha256 }),
  ApiKeyRevoked: (entries, { key_id }) => removeKey(entries, key_id),
  ConnectionRegistered: (entries, { connection_id: id, registered_at: _, ...registered }) =>
    putConnection(entries, { id, hooks: [], ...registered }),
  ConnectionNumberLearned: ({ connections }, { connection_id, learned_at: _, ...learned }) =>
    change(connections, connection_id, learned),
  ConnectionStatusChanged: ({ connections }, { connection_id, status }) =>
    change(connections, connection_id, { status }),
  ConnectionCredentialsReplaced: (entries, { connection_id, secret_refs, hooks }) => {
    change(entries.connections, connection_id, { secret_refs, ...(hooks && { hooks }) })
    if (hooks) putHooks(entries, connection_id, hooks)
  },
  ConnectionNoticed: null,
  BusinessProfileChanged: null,
  WebhookConfigured: ({ webhooks }, { webhook_id: id, configured_at: _, ...configured }) => {
    const { previous_secret_ref = null, previous_until = null } =
      webhooks.get(configured.connection_id) ?? {}
    const webhook = { id, ...configured, previous_secret_ref, previous_until }
    webhooks.set(configured.connection_id, webhook)
  },
  WebhookDeactivated: ({ webhooks }, { connection_id }) =>
    change(webhooks, connection_id, { active: false }),
  WebhookSecretRotated: ({ webhooks }, { connection_id, ...rotated }) => {
    const { secret_ref, previous_secret_ref, previous_until } = rotated
    change(webhooks, connection_id, { secret_ref, previous_secret_ref, previous_until })
  },
}

/** Brings the entries up to a fact. The same facts in the same order always give the same entries. */
export function applyFact(entries: Entries, fact: RegistryFact): void {
  changes[fact.type]?.(entries, fact.data as never)
}

function change<Entry>(entries: Map<string, Entry>, key: string, changed: Partial<Entry>): void {
  const entry = entries.get(key)
  if (entry !== undefined) entries.set(key, { ...entry, ...changed })
}
