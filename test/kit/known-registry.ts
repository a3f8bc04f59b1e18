import { createHash, randomUUID } from 'node:crypto'
import type { Registry } from '@recado/application/registry/registry'
import type { AccountEntry, ApiKeyEntry } from '@recado/infra/registry-entries'

/** An account with a key, as the HTTP layer finds them in the registry. */
export type KeyOwner = {
  readonly account: AccountEntry
  readonly key: ApiKeyEntry
  readonly secret: string
  readonly headers: { authorization: string }
}

/** A new account with one key. */
export function keyOwner(
  plan: AccountEntry['plan'] = 'official',
  scopes: ApiKeyEntry['scopes'] = ['read', 'write'],
): KeyOwner {
  const account = { id: randomUUID(), name: 'Loja', plan, sales_secret_ref: 'ref' }
  const secret = `rcd_live_${randomUUID()}`
  const sha256 = createHash('sha256').update(secret).digest('hex')
  const key = { id: randomUUID(), account_id: account.id, scopes, sha256 }
  return { account, key, secret, headers: { authorization: `Bearer ${secret}` } }
}

/** A registry that holds only these accounts and keys. */
export function knownRegistry(...keyOwners: readonly KeyOwner[]): Registry {
  const accounts = new Map(keyOwners.map(({ account }) => [account.id, account]))
  const keys = new Map(keyOwners.map(({ key }) => [key.sha256, key]))
  return {
    account: (id) => accounts.get(id),
    apiKey: (sha256) => keys.get(sha256),
    connection: () => undefined,
    connectionsOf: () => [],
    connectionByPhoneNumberId: () => undefined,
    connectionsOfWaba: () => [],
    connectionsOfHook: () => [],
    catchUp: async () => true,
    connectionBySession: () => undefined,
    connections: () => [],
    gateway: () => undefined,
    gateways: () => [],
    webhook: () => undefined,
    webhooks: () => [],
    user: () => undefined,
    userByEmail: () => undefined,
    userBySetup: () => undefined,
    waitUntil: async () => undefined,
    close: async () => undefined,
  }
}
