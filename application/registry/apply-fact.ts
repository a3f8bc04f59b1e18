import type { AccountEvent } from '@recado/domain/account/events'
import type { ApiKeyEvent } from '@recado/domain/api-key/events'
import { formerAfterMove, RELEASED, without } from '@recado/domain/connection/connection'
import type { ConnectionEvent } from '@recado/domain/connection/events'
import { FIRST_GATEWAY, type GatewayEvent } from '@recado/domain/gateway/events'
import type { UserEvent } from '@recado/domain/user/events'
import type { WebhookEvent } from '@recado/domain/webhook/events'
import { afterRotation } from '@recado/domain/webhook/previous-secrets'
import type { GatewayEntry } from '@recado/infra/registry-entries'
import {
  changeUser,
  type Entries,
  putConnection,
  putHooks,
  putKey,
  putUser,
  releaseConnection,
  removeAccount,
  removeKey,
  removeUser,
} from './entries.ts'

export type RegistryFact =
  | AccountEvent
  | ApiKeyEvent
  | ConnectionEvent
  | GatewayEvent
  | UserEvent
  | WebhookEvent

/** Prefixes of the streams that the registry follows. */
export const REGISTRY_STREAMS = [
  'account-',
  'apiKey-',
  'connection-',
  'gateway-',
  'user-',
  'webhook-',
] as const

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
  AccountErased: (entries, { account_id }) => removeAccount(entries, account_id),
  ApiKeyIssued: (entries, { key_id: id, account_id, scopes, sha256 }) =>
    putKey(entries, { id, account_id, scopes, sha256 }),
  ApiKeyRevoked: (entries, { key_id }) => removeKey(entries, key_id),
  ApiKeyRevealed: null,
  ConnectionRegistered: (entries, { connection_id: id, registered_at: _, ...registered }) =>
    putConnection(entries, {
      ...{ id, hooks: [], messages_per_second: null },
      ...{ gateway_id: null, placement: 0, former_gateways: [] },
      ...registered,
      released: false,
    }),
  ConnectionNumberLearned: ({ connections }, { connection_id, learned_at: _, ...learned }) =>
    change(connections, connection_id, learned),
  ConnectionStatusChanged: (entries, { connection_id, status, reason }) => {
    change(entries.connections, connection_id, { status })
    if (reason === RELEASED) releaseConnection(entries, connection_id)
  },
  ConnectionCredentialsReplaced: (entries, { connection_id, secret_refs, hooks }) => {
    change(entries.connections, connection_id, { secret_refs, ...(hooks && { hooks }) })
    if (hooks) putHooks(entries, connection_id, hooks)
  },
  ConnectionNoticed: null,
  ConnectionThroughputChanged: ({ connections }, { connection_id, messages_per_second }) =>
    change(connections, connection_id, { messages_per_second }),
  ConnectionMoved: ({ connections }, data) => {
    const { connection_id, gateway_id, placement } = data
    const former = connections.get(connection_id)?.former_gateways ?? []
    const former_gateways = formerAfterMove(former, data)
    change(connections, connection_id, { gateway_id, placement, former_gateways })
  },
  FormerSessionEnded: ({ connections }, { connection_id, gateway_id }) => {
    const former = connections.get(connection_id)?.former_gateways ?? []
    change(connections, connection_id, { former_gateways: without(former, gateway_id) })
  },
  HistoryProgressed: null,
  HistoryDeclined: null,
  BusinessProfileChanged: null,
  GatewayRegistered: ({ gateways }, { gateway_id: id, registered_at: _, ...given }) => {
    gateways.set(id, { ...newGateway(id), ...given })
  },
  GatewayChanged: ({ gateways }, { gateway_id, changed_at: _, ...given }) =>
    change(gateways, gateway_id, given),
  GatewayRemoved: ({ gateways }, { gateway_id }) => {
    gateways.delete(gateway_id)
  },
  GatewayStatusChanged: ({ gateways }, { gateway_id, status, reason, changed_at }) => {
    const id = gateway_id ?? FIRST_GATEWAY
    const known = gateways.get(id) ?? newGateway(id)
    gateways.set(id, { ...known, status, reason, status_since: changed_at })
  },
  UserAdded: (entries, { user_id: id, added_at: _, ...added }) =>
    putUser(entries, { id, ...added, password_ref: null, setup_sha256: null }),
  UserSetupIssued: (entries, { user_id, sha256 }) =>
    changeUser(entries, user_id, { setup_sha256: sha256 }),
  UserPasswordSet: (entries, { user_id, secret_ref }) =>
    changeUser(entries, user_id, { password_ref: secret_ref, setup_sha256: null }),
  UserRoleChanged: (entries, { user_id, role }) => changeUser(entries, user_id, { role }),
  UserRemoved: (entries, { user_id }) => removeUser(entries, user_id),
  UserErased: (entries, { user_id }) => removeUser(entries, user_id),
  WebhookConfigured: ({ webhooks }, { webhook_id: id, configured_at: _, ...configured }) => {
    const { previous_secrets = [] } = webhooks.get(configured.connection_id) ?? {}
    webhooks.set(configured.connection_id, { id, ...configured, previous_secrets })
  },
  WebhookDeactivated: ({ webhooks }, { connection_id }) =>
    change(webhooks, connection_id, { active: false }),
  WebhookFailureNoticed: () => undefined,
  WebhookSecretRotated: ({ webhooks }, rotated) => {
    const { connection_id, secret_ref } = rotated
    const { previous_secrets = [] } = webhooks.get(connection_id) ?? {}
    const after = afterRotation(previous_secrets, rotated)
    change(webhooks, connection_id, { secret_ref, previous_secrets: after })
  },
}

/** Applies a fact. The same facts in the same order always give the same entries. */
export function applyFact(entries: Entries, fact: RegistryFact): void {
  changes[fact.type]?.(entries, fact.data as never)
}

function newGateway(id: string): GatewayEntry {
  const unknown = { address: null, max_sessions: null, secret_refs: {}, reason: null }
  return { id, ...unknown, status: 'answering', status_since: null }
}

function change<Entry>(entries: Map<string, Entry>, key: string, changed: Partial<Entry>): void {
  const entry = entries.get(key)
  if (entry !== undefined) entries.set(key, { ...entry, ...changed })
}
