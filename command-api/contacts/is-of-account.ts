import { type Ids, streamOf } from '@recado/application/ids'
import { contact } from '@recado/domain/contact/contact'
import type { CommandDeps } from '../deps.ts'

/** Whether the account has the contact, according to the log. */
export async function isOfAccount(
  { store }: Pick<CommandDeps, 'store'>,
  { account_id, contact_id }: Ids<'account_id' | 'contact_id'>,
): Promise<boolean> {
  const newest = await store.readLast(streamOf(contact, contact_id))
  return newest?.metadata.account_id === account_id
}
