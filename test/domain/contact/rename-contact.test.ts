import { contact } from '@recado/domain/contact/contact'
import type { ContactRenamed } from '@recado/domain/contact/events'
import { renameContact } from '@recado/domain/contact/rename-contact'
import { test } from 'tap'
import { contactCreated, contactId, contactNamed } from '../../examples/contact.ts'
import { deciding } from '../../kit/deciding.ts'

const renaming = deciding(contact, renameContact)
const at = '2026-01-02T10:00:00.000Z'
const said_at = '2026-01-01T09:00:00.000Z'

const told = (name: string | null, more: object = {}) => ({
  ...{ name, source: 'provider' as const, at },
  ...more,
})
const renamed = (name: string, more: object = {}): ContactRenamed => ({
  type: 'ContactRenamed',
  data: { contact_id: contactId, name, source: 'provider', ...more, renamed_at: at },
})
const byApi: ContactRenamed = {
  type: 'ContactRenamed',
  data: { contact_id: contactId, name: 'Ana Reis', source: 'api', renamed_at: at },
}

test('a name of the provider is trimmed, and cut at 120 characters', async () => {
  renaming(contactCreated).when(told('  Bia  ')).appends(renamed('Bia'))
  renaming(contactCreated)
    .when(told('😀'.repeat(121)))
    .appends(renamed('😀'.repeat(120)))
  renaming(contactCreated)
    .when(told(`${'a'.repeat(119)} b`))
    .appends(renamed('a'.repeat(119)))
})

test('an empty name of the provider is ignored', async () => {
  for (const given of [[contactCreated], [contactCreated, contactNamed]] as const)
    for (const name of [null, '', ' \n ', '\u0000'])
      renaming(...given)
        .when(told(name))
        .appends()
})

test('a name of the provider counts only beside none of the API', async () => {
  renaming(contactCreated, byApi).when(told('Bia')).appends()
  renaming(contactCreated, contactNamed).when(told('Ana')).appends()
  renaming(contactCreated, contactNamed).when(told('Bia')).appends(renamed('Bia'))
  renaming(contactCreated, contactNamed)
    .when({ name: 'Ana', source: 'api', at })
    .appends({ ...byApi, data: { ...byApi.data, name: 'Ana' } })
})

test('once the API has cleared its name, the provider names the contact again', async () => {
  const cleared: ContactRenamed = { ...byApi, data: { ...byApi.data, name: null } }
  renaming(contactCreated, byApi, cleared).when(told('Bia')).appends(renamed('Bia'))
  const given = [contactCreated, renamed('Ana', { said_at }), byApi, cleared] as const
  renaming(...given)
    .when(told('Bia', { said_at: '2026-01-01T08:59:59.000Z' }))
    .appends()
  renaming(...given)
    .when(told('Bia', { said_at }))
    .appends(renamed('Bia', { said_at }))
})

test('of the names that a provider has told, the newest counts', async () => {
  const known = renamed('Ana', { said_at })
  renaming(contactCreated, known)
    .when(told('Bia', { said_at: '2026-01-01T08:59:59.000Z' }))
    .appends()
  const later = { said_at: '2026-01-01T09:00:01.000Z' }
  renaming(contactCreated, known).when(told('Bia', later)).appends(renamed('Bia', later))
})

test('a name in the address book names a contact that has no other', async () => {
  const listed = { listed: true }
  renaming(contactCreated).when(told('Bia', listed)).appends(renamed('Bia', listed))
  renaming(contactCreated, contactNamed).when(told('Bia', listed)).appends()
  renaming(contactCreated, renamed('Ana', listed))
    .when(told('Bia', listed))
    .appends(renamed('Bia', listed))
  renaming(contactCreated, renamed('Ana', listed), renamed('Bia'))
    .when(told('Caio', listed))
    .appends()
})

test('the API sets a name of at most 120 characters, and clears it', async () => {
  const asked = (name: string | null) => ({ name, source: 'api' as const, at })
  renaming(contactCreated).when(asked('Ana Reis')).appends(byApi)
  renaming(contactCreated, byApi).when(asked('Ana Reis')).appends()
  renaming(contactCreated, byApi)
    .when(asked('Bia'))
    .appends({ ...byApi, data: { ...byApi.data, name: 'Bia' } })
  renaming(contactCreated, byApi)
    .when(asked(null))
    .appends({ ...byApi, data: { ...byApi.data, name: null } })
  renaming(contactCreated).when(asked(null)).appends()
  renaming(contactCreated)
    .when(asked('😀'.repeat(121)))
    .refuses('name_too_long')
  renaming(contactCreated)
    .when(asked('😀'.repeat(120)))
    .appends({ ...byApi, data: { ...byApi.data, name: '😀'.repeat(120) } })
  renaming().when(asked('Ana')).refuses('contact_not_found')
})
