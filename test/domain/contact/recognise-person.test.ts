import { contact } from '@recado/domain/contact/contact'
import { recognisePerson } from '@recado/domain/contact/recognise-person'
import { test } from 'tap'
import { anotherContactId, contactId } from '../../examples/contact.ts'
import { deciding } from '../../kit/deciding.ts'

const recognising = deciding(contact, recognisePerson)
const at = '2026-01-01T00:00:00.000Z'
const phone = {
  kind: 'phone' as const,
  value: '5511911110001',
  match_key: '5511911110001',
  connection_id: null,
}
const username = { ...phone, kind: 'username' as const, value: 'ana', match_key: 'ana' }
const command = {
  contact_id: contactId,
  identities: [
    { ...phone, claimed_by: contactId },
    { ...username, claimed_by: anotherContactId },
  ],
  at,
}
const created = { type: 'ContactCreated' as const, data: { contact_id: contactId, created_at: at } }
const linked = {
  type: 'ContactIdentityLinked' as const,
  data: { contact_id: contactId, ...phone, linked_at: at },
}
const noted = {
  type: 'ContactIdentityConflict' as const,
  data: {
    contact_id: contactId,
    ...username,
    other_contact_id: anotherContactId,
    noticed_at: at,
  },
}

test('a new contact is created and linked to its own identities, and those of another contact are recorded as conflicts', async () => {
  recognising().when(command).appends(created, linked, noted)
})
test('a contact that is known with all of it does not change', async () => {
  recognising(created, linked, noted).when(command).appends()
})
test('a merged contact is refused', async () => {
  const merged = {
    type: 'ContactMerged' as const,
    data: { contact_id: contactId, survivor_id: anotherContactId, merged_at: at },
  }
  recognising(created, merged).when(command).refuses('contact_merged')
})
