import { contactsOfAccount } from '@recado/application/read-models/lists/contacts'
import { wordVector } from '@recado/application/read-models/words'
import type { Contact } from '@recado/contract/contact'
import { table } from '../engine/table.ts'
import { keepList } from './keep-list.ts'

export type ContactRow = {
  readonly id: string
  readonly account_id: string
  readonly name: string | null
  readonly name_source: 'api' | 'provider' | null
  readonly phone: string | null
  readonly phone_key: string | null
  readonly wa_id: string | null
  readonly username: string | null
  readonly business_scoped_user_id: string | null
  readonly parent_business_scoped_user_id: string | null
  readonly lid: string | null
  readonly stage_id: string | null
  readonly restricted: boolean
  readonly erased: boolean
  readonly auto_kind: 'new' | 'engaged' | 'won'
  readonly merged_into: string | null
  readonly survivor_id: string
  readonly is_survivor: boolean
  readonly listed_in: string | null
  readonly opted_out_on: readonly string[]
  readonly engaged: boolean
  readonly paid_sales: number
  readonly created_at: string
  readonly account_pos: number
}

export const contacts = table<ContactRow>({
  name: 'contacts',
  lists: [keepList(contactsOfAccount, { clamp: 'created_at', keepsPlace: true })],
  docs: { doc: contactDoc, words: ({ account_id, name }) => wordVector(account_id, name) },
})

/** What a contact has nothing of once its person was erased. */
export const ERASED_CONTACT = {
  ...{ name: null, name_source: null, phone: null, phone_key: null, wa_id: null, username: null },
  ...{ business_scoped_user_id: null, parent_business_scoped_user_id: null, lid: null },
  ...{ opted_out_on: [], restricted: true, erased: true },
} as const satisfies Partial<ContactRow>

/** The contact as the API shows it, without the opening brace: the query puts the stage before the rest. */
function contactDoc(row: ContactRow): string {
  const { id, name, phone, username, business_scoped_user_id, restricted, created_at } = row
  const { parent_business_scoped_user_id } = row
  const identities = { phone, username, business_scoped_user_id, parent_business_scoped_user_id }
  const erased = row.erased ? ({ erased: true } as const) : {}
  const person = { id, name, ...identities, restricted, created_at }
  const shown: Omit<Contact, 'stage_id'> = { ...person, ...erased }
  return JSON.stringify(shown).slice(1)
}
