import { isDeepStrictEqual } from 'node:util'
import { changeMarketingPreference } from '@recado/domain/contact/change-marketing-preference'
import { contact } from '@recado/domain/contact/contact'
import type {
  ContactEvent,
  ContactIdentityLinked,
  ContactIdentityUnlinked,
  ContactMarketingPreferenceChanged,
  ContactRenamed,
} from '@recado/domain/contact/events'
import { type ObservePerson, observePerson } from '@recado/domain/contact/observe-person'
import { renameContact } from '@recado/domain/contact/rename-contact'
import { unlinkIdentity } from '@recado/domain/contact/unlink-identity'
import { isRefusal } from '@recado/domain/decision'
import fc from 'fast-check'
import { test } from 'tap'
import { connectionId } from '../../examples/connection.ts'
import {
  anotherContactId,
  contactCreated,
  contactId,
  contactNamed,
  phoneLinked,
} from '../../examples/contact.ts'
import { deciding } from '../../kit/deciding.ts'

const meeting = deciding(contact, observePerson)
const renaming = deciding(contact, renameContact)
const unlinking = deciding(contact, unlinkIdentity)
const at = '2026-01-01T10:00:00.000Z'
const { contact_id: _, linked_at: __, ...phone } = phoneLinked.data
const username = (value: string) => ({
  kind: 'username' as const,
  value,
  match_key: value,
  connection_id: connectionId,
})
const usernameLinked = (value: string): ContactIdentityLinked => ({
  type: 'ContactIdentityLinked',
  data: { contact_id: contactId, ...username(value), linked_at: at },
})
const seen: ObservePerson = {
  contact_id: contactId,
  profile_name: 'Ana',
  links: [phone],
  conflicts: [],
  unlinks: [],
  session: null,
  at,
}

test('a new person is created, named and linked in one append', async () => {
  meeting().when(seen).appends(contactCreated, contactNamed, phoneLinked)
})
test('a known person with nothing new appends nothing', async () => {
  meeting(contactCreated, contactNamed, phoneLinked).when(seen).appends()
})
test('the other form of a phone does not change the shown one', async () => {
  const other = { ...phone, value: '5531987654321' }
  meeting(contactCreated, contactNamed, phoneLinked)
    .when({ ...seen, links: [other] })
    .appends()
})
test('a new username replaces the old one', async () => {
  const known = [contactCreated, contactNamed, usernameLinked('ana')]
  const { value, ...data } = username('ana')
  meeting(...known)
    .when({ ...seen, links: [username('ana.reis')] })
    .appends(usernameLinked('ana.reis'), {
      type: 'ContactIdentityUnlinked',
      data: { contact_id: contactId, value, ...data, unlinked_at: at },
    })
})
test('when the shown identity is unlinked, the newest remaining one is shown', async () => {
  const [first, second] = [usernameLinked('ana'), usernameLinked('ana.reis')]
  const gone = (name: string): ContactIdentityUnlinked => ({
    type: 'ContactIdentityUnlinked',
    data: { contact_id: contactId, ...username(name), unlinked_at: at },
  })
  const going = (match_key: string) => ({ kind: 'username' as const, match_key, at })
  unlinking(contactCreated, first, second).when(going('ana.reis')).appends(gone('ana.reis'), first)
  unlinking(contactCreated, first, second).when(going('ana')).appends(gone('ana'))
  meeting(contactCreated, contactNamed, first, second)
    .when({ ...seen, links: [username('ana')] })
    .appends(gone('ana.reis'), first)
})
test('a conflict is recorded once', async () => {
  const conflict = { ...phone, other_contact_id: anotherContactId }
  const noted: ContactEvent = {
    type: 'ContactIdentityConflict',
    data: { contact_id: contactId, ...conflict, noticed_at: at },
  }
  const command = { ...seen, links: [], conflicts: [conflict] }
  meeting(contactCreated, contactNamed).when(command).appends(noted)
  meeting(contactCreated, contactNamed, noted).when(command).appends()
})
test('a session is recorded once', async () => {
  const session = {
    connection_id: connectionId,
    channel: 'whatsapp_ad',
    utm_source: null,
    utm_campaign: null,
    ad_id: '238001',
    landing_url: null,
    ctwa_clid: 'AR',
    recorded_at: at,
  }
  const recorded: ContactEvent = {
    type: 'ContactSessionRecorded',
    data: { contact_id: contactId, ...session },
  }
  const known = [contactCreated, contactNamed, phoneLinked]
  meeting(...known)
    .when({ ...seen, session })
    .appends(recorded)
  meeting(...known, recorded)
    .when({ ...seen, session })
    .appends()
})

const named = (name: string | null, source: 'api' | 'provider'): ContactRenamed => ({
  type: 'ContactRenamed',
  data: { contact_id: contactId, name, source, renamed_at: at },
})

test('a name from the profile follows the profile until an API call sets one', async () => {
  renaming(contactCreated, contactNamed)
    .when({ name: 'Ana Reis', source: 'provider', at })
    .appends(named('Ana Reis', 'provider'))
  renaming(contactCreated, named('Cliente 7', 'api'))
    .when({ name: 'Ana', source: 'provider', at })
    .appends()
  renaming(contactCreated, named('Cliente 7', 'api'), named(null, 'api'))
    .when({ name: 'Ana', source: 'provider', at })
    .appends(contactNamed)
})
test('a name from the profile is cut at 120 characters, never within one', async () => {
  for (const [told, name] of [
    [`${'x'.repeat(119)}😀😀`, `${'x'.repeat(119)}😀`],
    ['😀'.repeat(121), '😀'.repeat(120)],
    ['A\0na\ud83d', 'Ana'],
  ] as const)
    renaming(contactCreated)
      .when({ name: told, source: 'provider', at })
      .appends(named(name, 'provider'))
  renaming(contactCreated).when({ name: '\0\udfff', source: 'provider', at }).appends()
  renaming(contactCreated).when({ name: '  ', source: 'provider', at }).appends()
  renaming(contactCreated)
    .when({ name: 'x'.repeat(121), source: 'api', at })
    .refuses('name_too_long')
})

const preferring = deciding(contact, changeMarketingPreference)

test('a choice about marketing of a contact that nobody created is refused', async () => {
  preferring()
    .when({ connection_id: connectionId, opted_out: true, changed_at: at })
    .refuses('contact_not_found')
})

test('of choices about marketing the newest counts, and an opt-out at the same second, in any order', async () => {
  const choice = fc.record({
    opted_out: fc.boolean(),
    changed_at: fc.constantFrom('2026-01-01T10:00:00.000Z', '2026-01-01T10:00:01.000Z'),
  })
  const after = (choices: readonly { opted_out: boolean; changed_at: string }[]) =>
    choices.reduce(
      (state, said) => {
        const facts = changeMarketingPreference({ connection_id: connectionId, ...said }, state)
        return isRefusal(facts) ? state : facts.reduce(contact.evolve, state)
      },
      contact.evolve(contact.initialState, contactCreated),
    )?.marketing
  const choices = fc
    .array(choice, { minLength: 1, maxLength: 5 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
  fc.assert(
    fc.property(choices, ([told, shuffled]) => isDeepStrictEqual(after(told), after(shuffled))),
  )
})

test('the newest marketing preference counts, in any order of arrival', async () => {
  const change = { connection_id: connectionId, opted_out: true, changed_at: at }
  const said = (data: typeof change): ContactMarketingPreferenceChanged => ({
    type: 'ContactMarketingPreferenceChanged',
    data: { contact_id: contactId, ...data },
  })
  const before = { ...change, opted_out: false, changed_at: '2025-12-31T10:00:00.000Z' }
  const after = { ...change, changed_at: '2026-01-02T10:00:00.000Z' }
  preferring(contactCreated).when(change).appends(said(change))
  preferring(contactCreated, said(change)).when(before).appends()
  preferring(contactCreated, said(change)).when(change).appends()
  preferring(contactCreated).when(before).appends(said(before))
  preferring(contactCreated, said(change)).when(after).appends(said(after))
})

test('a name that the provider told before the known one changes nothing', async () => {
  const told = (name: string, said_at: string): ContactRenamed => ({
    type: 'ContactRenamed',
    data: { contact_id: contactId, name, source: 'provider', said_at, renamed_at: at },
  })
  const [early, late] = ['2026-01-01T09:00:00.000Z', '2026-01-01T09:30:00.000Z']
  const rename = (name: string, said_at: string) =>
    ({ name, source: 'provider', said_at, at }) as const
  renaming(contactCreated, told('Ana', late)).when(rename('Aninha', early)).appends()
  renaming(contactCreated, told('Ana', late))
    .when(rename('Ana Reis', late))
    .appends(told('Ana Reis', late))
})

test('a name in the address book renames the contact that has its name from there', async () => {
  const listed = (name: string): ContactRenamed => ({
    type: 'ContactRenamed',
    data: { contact_id: contactId, name, source: 'provider', listed: true, renamed_at: at },
  })
  const rename = { name: 'Ana (loja)', source: 'provider', listed: true, at } as const
  renaming(contactCreated).when(rename).appends(listed('Ana (loja)'))
  renaming(contactCreated, listed('Ana')).when(rename).appends(listed('Ana (loja)'))
  renaming(contactCreated, contactNamed).when(rename).appends()
  renaming(contactCreated, listed('Ana'), named('Cliente 7', 'api')).when(rename).appends()
})

test('an identity that the provider used before the one shown is linked below it', async () => {
  const link = (value: string) => ({ ...phone, value, match_key: value })
  const linked = (value: string, said_at?: string): ContactIdentityLinked => ({
    type: 'ContactIdentityLinked',
    data: { contact_id: contactId, ...link(value), ...(said_at && { said_at }), linked_at: at },
  })
  const known = linked('5511911110002', '2026-01-01T09:30:00.000Z')
  const said_at = '2026-01-01T09:00:00.000Z'
  meeting(contactCreated, contactNamed, known)
    .when({ ...seen, links: [link('5511911110001')], said_at })
    .appends(linked('5511911110001', said_at), linked('5511911110002'))
})
