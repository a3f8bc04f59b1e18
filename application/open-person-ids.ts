import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { keepTrying } from '@recado/infra/concurrency/keep-trying'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { IdSecretLost, keepIdSecret, readIdSecret } from '@recado/infra/vault/id-secret'
import type { Vault } from '@recado/infra/vault/vault'
import type { Logger } from 'pino'
import { type PersonIds, personIds } from './person-ids.ts'

type Servers = {
  readonly store: Pick<EventStore, 'readAll'>
  readonly vault: Pick<Vault, 'get' | 'keepFirst'>
}

/**
 * Waits until the vault tells by which secret ids of persons are keyed: nothing can be served or recorded before. The
 * first process of an installation makes the secret.
 */
export async function openPersonIds({
  log,
  ...servers
}: Servers & { readonly log: Logger }): Promise<PersonIds> {
  const secret = await keepTrying(log, 'reading the secret of ids', () => secretFor(servers))
  return personIds(secret)
}

/** @throws IdSecretLost too when the log has persons, none of whom would be found by another secret */
async function secretFor({ store, vault }: Servers): Promise<Buffer> {
  try {
    return await readIdSecret(vault)
  } catch (error) {
    if (!(error instanceof IdSecretLost) || (await knowsPersons(store))) throw error
    return keepIdSecret(vault)
  }
}

async function knowsPersons(store: Servers['store']): Promise<boolean> {
  const prefix = `${contactIdentity.category}-`
  for await (const { stream } of store.readAll({ from: 'start' }))
    if (stream.startsWith(prefix)) return true
  return false
}
