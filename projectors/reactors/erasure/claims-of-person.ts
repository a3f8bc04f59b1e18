import { streamOf } from '@recado/application/ids'
import type { PersonIds } from '@recado/application/person-ids'
import { contact } from '@recado/domain/contact/contact'
import type { ContactIdentityLinked } from '@recado/domain/contact/events'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { phoneVariants } from '@recado/domain/phone-number'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { FoundData } from './portions.ts'
import { keysOf, type Search } from './search.ts'

/** An identity that a contact has had, with the forms in which raw events may write it. */
export type LinkedName = { readonly claim_id: string; readonly forms: readonly string[] }

/** Since when the person had each identity that was its until the erasure, ISO 8601, by the id of the claim. */
export type Held = Map<string, { readonly since: string; readonly forms: readonly string[] }>

/** The identity that a fact links to a contact; null for another fact, and for one that is not claimed. */
export function linkedName(
  personIds: PersonIds,
  account_id: string,
  { type, data }: RecordedEvent,
): LinkedName | null {
  if (type !== 'ContactIdentityLinked') return null
  const { kind, value, match_key } = data as ContactIdentityLinked['data']
  if (kind === 'wa_id') return null
  return {
    claim_id: personIds.claimId({ account_id, kind, match_key }),
    forms: formsOf(kind, value),
  }
}

/** The facts of a claim that are about the person. Notes the identity if nobody else has had it since. */
export async function* dataOfClaim(
  search: Search,
  { claim_id, forms }: LinkedName,
  held: Held,
): AsyncGenerator<FoundData> {
  let holder: unknown = null
  held.delete(claim_id)
  for await (const fact of search.store.readStream(streamOf(contactIdentity, claim_id))) {
    const { contact_id, claimed_at } = asRecord(fact.data)
    if (fact.type === 'IdentityClaimed') holder = contact_id
    const named = String(contact_id ?? holder)
    const isTheirs = search.contactIds.includes(named)
    const isNobodys = !isTheirs && !(await isSomebody(search, named))
    if (fact.type === 'IdentityClaimed' && !isNobodys) held.delete(claim_id)
    if (!isTheirs && !isNobodys) continue
    if (fact.type === 'IdentityClaimed' && isTheirs)
      held.set(claim_id, { since: String(claimed_at), forms })
    yield { kind: 'contact', id: null, keys: keysOf(fact) }
  }
  // What comes later by a name that nobody else has taken is the person's.
  if (held.has(claim_id)) yield { kind: 'identity', id: claim_id, keys: [] }
}

/** Of two processes that make a contact at once, one claims for a contact that there never is. */
async function isSomebody({ store }: Search, contactId: string): Promise<boolean> {
  return (await store.readLast(streamOf(contact, contactId))) !== null
}

function formsOf(kind: IdentityKind, value: string): readonly string[] {
  return kind === 'phone' ? phoneVariants(value) : [value]
}
