import { streamOf } from '@recado/application/ids'
import { connection } from '@recado/domain/connection/connection'
import type { ConnectionEvent } from '@recado/domain/connection/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { providerOf } from '@recado/infra/providers/provider-of'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../deps.ts'

/**
 * Deletes what gave access to the provider through a connection, such as its token, those of before included. What signed its
 * hooks stays: without it nobody could prove the posts that the log keeps.
 */
export async function forgetAccess(
  { store, vault, providers }: Pick<CommandDeps, 'store' | 'vault' | 'providers'>,
  { id, account_id, type }: ConnectionEntry,
): Promise<void> {
  const proving: readonly string[] = providerOf(providers, type).hook.credentials
  const references = new Set<string>()
  for await (const event of store.readStream(streamOf(connection, id)))
    for (const [name, reference] of Object.entries(secretsNamed(event)))
      if (!proving.includes(name)) references.add(reference)
  for (const reference of references) await vault.forget(account_id, reference)
}

function secretsNamed(event: RecordedEvent): Readonly<Record<string, string>> {
  const { type, data } = event as RecordedEvent<ConnectionEvent>
  return type === 'ConnectionRegistered' || type === 'ConnectionCredentialsReplaced'
    ? data.secret_refs
    : {}
}
