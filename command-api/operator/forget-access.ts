import { streamOf } from '@recado/application/ids'
import { connection } from '@recado/domain/connection/connection'
import type { ConnectionEvent } from '@recado/domain/connection/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { providerOf } from '@recado/infra/providers/provider-of'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../deps.ts'

/**
 * Deletes a connection's credentials for the provider, such as its token and earlier ones. Secrets that signed its hooks
 * stay, because an audit verifies the kept POSTs with them.
 */
export async function forgetAccess(
  { store, vault, providers }: Pick<CommandDeps, 'store' | 'vault' | 'providers'>,
  { id, account_id, type }: ConnectionEntry,
): Promise<void> {
  const signing: readonly string[] = providerOf(providers, type).hook.credentials
  const references = new Set<string>()
  for await (const event of store.readStream(streamOf(connection, id)))
    for (const [name, reference] of Object.entries(secretsNamed(event)))
      if (!signing.includes(name)) references.add(reference)
  for (const reference of references) await vault.forget({ account_id, reference })
}

function secretsNamed(event: RecordedEvent): Readonly<Record<string, string>> {
  const { type, data } = event as RecordedEvent<ConnectionEvent>
  return type === 'ConnectionRegistered' || type === 'ConnectionCredentialsReplaced'
    ? data.secret_refs
    : {}
}
