import { streamOf } from '@recado/application/ids'
import type { PersonIds } from '@recado/application/person-ids'
import { contact } from '@recado/domain/contact/contact'
import type { ContactIdentityLinked } from '@recado/domain/contact/events'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { phoneVariants } from '@recado/domain/phone-number'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { keysOf, type RecordedEvent } from '@recado/infra/event-store/event-store'
import { type Holding, isStillTheirs, type Span, spansOf } from './holdings.ts'
import type { FoundData } from './portions.ts'
import type { Search } from './search.ts'

/** An identity that a contact has had, with the forms in which raw events may write it. */
export type LinkedName = { readonly claim_id: string; readonly forms: readonly string[] }

/** When the person had each of its identities, by the id of the claim. */
export type Held = Map<
  string,
  { readonly spans: readonly Span[]; readonly forms: readonly string[] }
>

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

/** The facts of a claim that are about the person. Notes when the person had the identity. */
export async function* dataOfClaim(
  search: Search,
  { claim_id, forms }: LinkedName,
  held: Held,
): AsyncGenerator<FoundData> {
  const { holdings, about } = await readClaim(search, claim_id)
  for (const fact of about) yield { kind: 'contact', id: null, keys: keysOf(fact) }
  const spans = spansOf(holdings)
  held.set(claim_id, { spans, forms })
  // What comes later by a name that nobody else has taken is the person's.
  if (isStillTheirs(spans)) yield { kind: 'identity', id: claim_id, keys: [] }
}

type Claim = {
  /** Without those of contacts that there never were. */
  readonly holdings: readonly Holding[]
  /** The facts about the person, and those about nobody. */
  readonly about: readonly RecordedEvent[]
}

/** Who had an identity when. */
export async function readClaim(search: Search, claimId: string): Promise<Claim> {
  const holdings: Holding[] = []
  const about: RecordedEvent[] = []
  let holder = ''
  const facts: RecordedEvent[] = []
  for await (const fact of search.store.readStream(streamOf(contactIdentity, claimId)))
    facts.push(fact)
  for (const fact of facts) {
    if (fact.type === 'IdentityClaimed') holder = String(asRecord(fact.data).contact_id)
    const isTheirs = search.contactIds.includes(holder)
    const isNobodys = !isTheirs && !(await isSomebody(search, holder, facts.at(-1)))
    if (isTheirs || isNobodys) about.push(fact)
    if (!isNobodys) noteHolding(holdings, fact, isTheirs)
  }
  return { holdings, about }
}

function noteHolding(holdings: Holding[], { type, data }: RecordedEvent, isTheirs: boolean): void {
  const { claimed_at, released_at } = asRecord(data)
  if (type === 'IdentityClaimed')
    holdings.push({ isTheirs, since: String(claimed_at), until: null })
  const last = holdings.at(-1)
  if (type !== 'IdentityReleased' || last === undefined) return
  holdings.splice(-1, 1, { ...last, until: String(released_at) })
}

/**
 * Of two processes that make a contact at once, one claims for a contact that there never is, and releases the claim. Who
 * has the identity now is being made.
 */
async function isSomebody(
  { store }: Search,
  contactId: string,
  last: RecordedEvent | undefined,
): Promise<boolean> {
  if (last?.type === 'IdentityClaimed' && asRecord(last.data).contact_id === contactId) return true
  return (await store.readLast(streamOf(contact, contactId))) !== null
}

function formsOf(kind: IdentityKind, value: string): readonly string[] {
  return kind === 'phone' ? phoneVariants(value) : [value]
}
