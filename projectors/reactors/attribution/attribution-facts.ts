import { identityClaim } from '@recado/application/contacts/identity-claim'
import type { PersonIds } from '@recado/application/person-ids'
import type { ContactEvent } from '@recado/domain/contact/events'
import type { ConversationEvent } from '@recado/domain/conversation/events'
import type { SaleEvent } from '@recado/domain/sale/events'
import type { Delivered } from '@recado/infra/event-store/event-store'

export type AttributionFact = {
  readonly sales: readonly string[]
  /** Claims of phones that were linked to a contact. */
  readonly phones: readonly string[]
  /** Contacts with a new conversation, and survivors of a merge. */
  readonly contacts: readonly string[]
  readonly position: bigint | null
}

type Concerned = Extract<
  SaleEvent | ConversationEvent | ContactEvent,
  { type: 'SaleRecorded' | 'ConversationOpened' | 'ContactMerged' | 'ContactIdentityLinked' }
>

const CONCERNED: ReadonlySet<string> = new Set<Concerned['type']>([
  'SaleRecorded',
  'ConversationOpened',
  'ContactMerged',
  'ContactIdentityLinked',
])

export function attributionFactOf(
  personIds: PersonIds,
  batch: readonly Delivered[],
): AttributionFact {
  const sales = new Set<string>()
  const contacts = new Set<string>()
  const phones: string[] = []
  let position: bigint | null = null
  for (const item of batch) {
    if (item.kind !== 'event') continue
    // Most facts of contacts concern no sale: their data is not parsed.
    if (!CONCERNED.has(item.type)) continue
    const { account_id } = item.metadata
    const { type, data } = item.event as unknown as Concerned
    if (type === 'SaleRecorded') sales.add(data.sale_id)
    else if (type === 'ConversationOpened') contacts.add(data.contact_id)
    else if (type === 'ContactMerged') contacts.add(data.survivor_id)
    else if (data.kind === 'phone')
      phones.push(identityClaim(personIds, String(account_id), 'phone', data.value))
    else continue
    position = item.position
  }
  return { sales: [...sales], phones, contacts: [...contacts], position }
}
