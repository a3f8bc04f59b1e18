import type { Registry } from '@recado/application/registry/registry'
import type { Providers } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

/** A WhatsApp business account of one of our accounts, with the connections whose tokens give access to it. */
export type BusinessAccount = {
  readonly key: string
  readonly account_id: string
  readonly waba_id: string
  /** Connected ones first, because their tokens work most likely. */
  readonly connections: readonly [ConnectionEntry, ...ConnectionEntry[]]
}

export function businessAccounts(
  registry: Pick<Registry, 'connections'>,
  providers: Providers,
): readonly BusinessAccount[] {
  const found = new Map<string, BusinessAccount>()
  for (const connection of registry.connections()) {
    const { account_id, waba_id, type } = connection
    if (waba_id === null || providers.get(type)?.templates === undefined) continue
    const key = businessKey(connection)
    const [first, ...others] = found.get(key)?.connections ?? []
    const connections = inOrder(connection, first, others)
    found.set(key, { key, account_id, waba_id, connections })
  }
  return [...found.values()]
}

export function businessKey({ account_id, waba_id }: ConnectionEntry): string {
  return `${account_id} ${waba_id}`
}

function inOrder(
  added: ConnectionEntry,
  first: ConnectionEntry | undefined,
  others: readonly ConnectionEntry[],
): readonly [ConnectionEntry, ...ConnectionEntry[]] {
  if (first === undefined) return [added]
  return added.status === 'connected' && first.status !== 'connected'
    ? [added, first, ...others]
    : [first, ...others, added]
}
