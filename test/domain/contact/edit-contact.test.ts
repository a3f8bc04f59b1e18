import { contact } from '@recado/domain/contact/contact'
import { type EditContact, editContact } from '@recado/domain/contact/edit-contact'
import type { ContactEvent, ContactIdentityLinked } from '@recado/domain/contact/events'
import { test } from 'tap'
import { connectionId } from '../../examples/connection.ts'
import {
  anotherContactId,
  contactCreated,
  contactId,
  contactNamed,
  phoneLinked,
} from '../../examples/contact.ts'
import { stageId } from '../../examples/funnel.ts'
import { deciding } from '../../kit/deciding.ts'

const editing = deciding(contact, editContact)
const at = '2026-01-02T10:00:00.000Z'
const known = [contactCreated, phoneLinked] as const

const nothing: EditContact = { contact_id: contactId, creates: false, identities: [], at }
const said = (kind: 'phone' | 'username', value: string, match_key = value) => ({
  kind,
  identity: { value, match_key, connection_id: null },
})
const linked = (kind: 'phone' | 'username' | 'wa_id', value: string, match_key = value) =>
  ({
    type: 'ContactIdentityLinked',
    data: { contact_id: contactId, kind, value, match_key, connection_id: null, linked_at: at },
  }) satisfies ContactIdentityLinked
const unlinked = ({ data }: ContactIdentityLinked): ContactEvent => {
  const { linked_at: _, ...identity } = data
  return { type: 'ContactIdentityUnlinked', data: { ...identity, unlinked_at: at } }
}
const named = (name: string | null): ContactEvent => ({
  type: 'ContactRenamed',
  data: { contact_id: contactId, name, source: 'api', renamed_at: at },
})
const merged: ContactEvent = {
  type: 'ContactMerged',
  data: { contact_id: contactId, survivor_id: anotherContactId, merged_at: at },
}
const moved: ContactEvent = {
  type: 'ContactMovedToStage',
  data: { contact_id: contactId, stage_id: stageId, moved_at: at },
}

test('a new contact is created with everything that was sent', async () => {
  const phone = { ...said('phone', '5511911110000'), other_form: 'keeps' as const }
  editing()
    .when({ ...nothing, creates: true, name: 'Ana', stage_id: stageId, identities: [phone] })
    .appends(
      { type: 'ContactCreated', data: { contact_id: contactId, created_at: at } },
      named('Ana'),
      linked('phone', '5511911110000'),
      moved,
    )
})
test('an edit that does not create refuses an unknown contact', async () => {
  editing().when(nothing).refuses('contact_not_found')
})
test('fields that were not sent, or have the value already, change nothing', async () => {
  editing(...known)
    .when(nothing)
    .appends()
  editing(...known, named('Ana'), moved)
    .when({ ...nothing, name: 'Ana', stage_id: stageId })
    .appends()
})
test('null clears name and stage', async () => {
  editing(...known, contactNamed, moved)
    .when({ ...nothing, name: null, stage_id: null })
    .appends(named(null), {
      type: 'ContactReturnedToAutomaticStage',
      data: { contact_id: contactId, returned_at: at },
    })
})
test('another form of the phone keeps or replaces the stored form, as requested', async () => {
  const other = said('phone', '5531987654321')
  editing(...known)
    .when({ ...nothing, identities: [{ ...other, other_form: 'keeps' }] })
    .appends()
  editing(...known)
    .when({ ...nothing, identities: [{ ...other, other_form: 'replaces' }] })
    .appends({
      type: 'ContactIdentityLinked',
      data: { ...phoneLinked.data, value: '5531987654321', linked_at: at },
    })
})
test("another phone replaces the old one and the provider's form of it", async () => {
  const written = linked('wa_id', '553187654321', '5531987654321')
  const identities = [{ ...said('phone', '5511911110000'), other_form: 'replaces' as const }]
  editing(...known, written)
    .when({ ...nothing, identities })
    .appends(
      {
        type: 'ContactIdentityLinked',
        data: { ...linked('phone', '5511911110000').data, connection_id: connectionId },
      },
      unlinked(phoneLinked),
      unlinked(written),
    )
})
test('the last identity cannot be cleared unless another one is added', async () => {
  const cleared = { kind: 'phone' as const, identity: null, other_form: 'replaces' as const }
  const username = { ...said('username', 'ana'), other_form: 'replaces' as const }
  editing(...known)
    .when({ ...nothing, identities: [cleared] })
    .refuses('last_identity')
  editing(...known)
    .when({ ...nothing, identities: [username, cleared] })
    .appends(linked('username', 'ana'), unlinked(phoneLinked))
})
test('a name of more than 120 characters is refused', async () => {
  editing(...known)
    .when({ ...nothing, name: 'x'.repeat(121) })
    .refuses('name_too_long')
})
test('an edit of a merged contact is refused', async () => {
  editing(...known, merged)
    .when({ ...nothing, name: 'Ana' })
    .refuses('contact_merged')
})
