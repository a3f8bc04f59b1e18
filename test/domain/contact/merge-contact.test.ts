import { adoptContact } from '@recado/domain/contact/adopt-contact'
import { type Contact, contact, MAX_REMEMBERED } from '@recado/domain/contact/contact'
import type { ContactEvent, ContactIdentityLinked } from '@recado/domain/contact/events'
import {
  byAge,
  MAX_ADOPTED_IDENTITIES,
  MAX_MERGED_CONTACTS,
  mergeContact,
} from '@recado/domain/contact/merge-contact'
import { returnIdentities } from '@recado/domain/contact/return-identities'
import { unmergeContact } from '@recado/domain/contact/unmerge-contact'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { moveIdentity } from '@recado/domain/contact-identity/move-identity'
import { test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { connectionId } from '../../examples/connection.ts'
import { anotherContactId, contactId, identityClaimed } from '../../examples/contact.ts'
import { deciding } from '../../kit/deciding.ts'

const merging = deciding(contact, mergeContact)
const adopting = deciding(contact, adoptContact)
const unmerging = deciding(contact, unmergeContact)
const returning = deciding(contact, returnIdentities)
const moving = deciding(contactIdentity, moveIdentity)
const at = '2026-01-03T10:00:00.000Z'

const created = (contact_id: string, created_at: string): ContactEvent => ({
  type: 'ContactCreated',
  data: { contact_id, created_at },
})
type Kind = ContactIdentityLinked['data']['kind']
const linked = (
  contact_id: string,
  kind: Kind,
  value: string,
  connection_id = connectionId,
): ContactIdentityLinked => ({
  type: 'ContactIdentityLinked',
  data: { contact_id, kind, value, match_key: value, connection_id, linked_at: at },
})
const stateOf = (...facts: readonly ContactEvent[]) =>
  facts.reduce(contact.evolve, contact.initialState) as NonNullable<Contact>

const bsuid = 'business_scoped_user_id'
const older = created(contactId, '2026-01-01T10:00:00.000Z')
const younger = created(anotherContactId, '2026-01-02T10:00:00.000Z')
const merged: ContactEvent = {
  type: 'ContactMerged',
  data: { contact_id: anotherContactId, survivor_id: contactId, merged_at: at },
}
const unmerged: ContactEvent = {
  type: 'ContactUnmerged',
  data: { contact_id: anotherContactId, survivor_id: contactId, unmerged_at: at },
}
const into = (...facts: readonly ContactEvent[]) => ({ survivor: stateOf(older, ...facts), at })

test('the order of arguments does not decide which of two contacts is older', async (t) => {
  const [one, other] = [stateOf(older), stateOf(younger)]
  t.equal(byAge(one, other).older.contact_id, contactId)
  t.equal(byAge(other, one).older.contact_id, contactId)
  const twin = stateOf(created(anotherContactId, '2026-01-01T10:00:00.000Z'))
  t.equal(byAge(one, twin).older.contact_id, byAge(twin, one).older.contact_id)
})
test('a contact is merged into the older one, once', async () => {
  merging(younger).when(into()).appends(merged)
  merging(younger, merged).when(into()).appends()
})
test('a contact is not merged into itself, and an unknown one is refused', async () => {
  merging(older).when(into()).appends()
  merging().when(into()).refuses('contact_not_found')
})
test('two BSUIDs on one connection are two people; on two connections they may be one', async () => {
  const here = linked(anotherContactId, bsuid, 'BR.1')
  merging(younger, here)
    .when(into(linked(contactId, bsuid, 'BR.2')))
    .refuses('different_people')
  merging(younger, here)
    .when(into(linked(contactId, bsuid, 'BR.2', anotherContactId)))
    .appends(merged)
})
test('a BSUID that was replaced by another one does not tell two people apart', async () => {
  merging(younger, linked(anotherContactId, bsuid, 'BR.1'))
    .when({
      ...into(linked(contactId, bsuid, 'BR.2')),
      replaced: [{ kind: bsuid, match_key: 'BR.2' }],
    })
    .appends(merged)
})
test('contacts are not merged when one has another BSUID than the one seen', async () => {
  const seen = [{ kind: bsuid, match_key: 'BR.1', connection_id: connectionId }] as const
  merging(younger)
    .when({ ...into(linked(contactId, bsuid, 'BR.2')), seen })
    .refuses('different_people')
  merging(younger, linked(anotherContactId, bsuid, 'BR.2'))
    .when({ ...into(), seen })
    .refuses('different_people')
  merging(younger, linked(anotherContactId, bsuid, 'BR.1'))
    .when({ ...into(), seen })
    .appends(merged)
})
test('contacts that were unmerged stay apart', async () => {
  merging(younger, merged, unmerged).when(into()).refuses('kept_apart')
})

test('the survivor gains identities, name and stage, and keeps the values it shows', async () => {
  const name: ContactEvent = {
    type: 'ContactRenamed',
    data: { contact_id: anotherContactId, name: 'Ana', source: 'api', renamed_at: at },
  }
  const from = stateOf(
    younger,
    linked(anotherContactId, 'phone', '5511911110002'),
    linked(anotherContactId, bsuid, 'BR.1'),
    name,
  )
  const own = linked(contactId, 'phone', '5511911110001')
  const first = (fact: ContactIdentityLinked) => ({
    ...fact,
    data: { ...fact.data, merged_contacts: 1 },
  })
  const gained = [
    first(linked(contactId, 'phone', '5511911110002')),
    first(linked(contactId, bsuid, 'BR.1')),
  ] as const
  const renamed: ContactEvent = { ...name, data: { ...name.data, contact_id: contactId } }
  adopting(older, own)
    .when({ merged: from, seen: [], stage_ids: [], at })
    .appends(...gained, own, renamed)
  const seen = [{ kind: 'phone', match_key: '5511911110002' }] as const
  adopting(older, own)
    .when({ merged: from, seen, stage_ids: [], at })
    .appends(...gained, renamed)
  adopting(older, own, ...gained, own, renamed)
    .when({ merged: from, seen: [], stage_ids: [], at })
    .appends()
})
test('a removed stage is not adopted, and is replaced by an existing one', async () => {
  const onStage = (contact_id: string, stage_id: string): ContactEvent => ({
    type: 'ContactMovedToStage',
    data: { contact_id, stage_id, moved_at: at },
  })
  const [kept, removed] = ['a-stage', 'a-removed-stage']
  const adopt = (stage_id: string) => ({
    ...{ merged: stateOf(younger, onStage(anotherContactId, stage_id)), seen: [], at },
    stage_ids: [kept, 'another-stage'],
  })
  adopting(older).when(adopt(removed)).appends()
  adopting(older).when(adopt(kept)).appends(onStage(contactId, kept))
  adopting(older, onStage(contactId, removed)).when(adopt(kept)).appends(onStage(contactId, kept))
  adopting(older, onStage(contactId, 'another-stage')).when(adopt(kept)).appends()
})
test('the marketing preference is kept', async () => {
  const said: ContactEvent = {
    type: 'ContactMarketingPreferenceChanged',
    data: {
      contact_id: anotherContactId,
      connection_id: connectionId,
      opted_out: true,
      changed_at: at,
    },
  }
  adopting(older)
    .when({ merged: stateOf(younger, said), seen: [], stage_ids: [], at })
    .appends({ ...said, data: { ...said.data, contact_id: contactId } })
})
test('nothing is adopted by a contact that was merged itself', async () => {
  adopting(younger, merged)
    .when({ merged: stateOf(older), seen: [], stage_ids: [], at })
    .refuses('contact_merged')
})

test('a merged contact is unmerged once, and one that was never merged is refused', async () => {
  const command = { survivor_id: contactId, at }
  unmerging(younger, merged).when(command).appends(unmerged)
  unmerging(younger, merged, unmerged).when(command).appends()
  unmerging(younger).when(command).refuses('never_merged')
  unmerging().when(command).refuses('contact_not_found')
})
test('unmerging returns the identities that came with the merge, and the own phone is shown again', async () => {
  const own = linked(contactId, 'phone', '5511911110001')
  const brought = linked(contactId, 'phone', '5511911110002')
  const { linked_at: _, ...identity } = brought.data
  returning(older, own, brought)
    .when({ identities: [identity], merged_contacts: 0, at })
    .appends({ type: 'ContactIdentityUnlinked', data: { ...identity, unlinked_at: at } }, own)
  returning(older, own)
    .when({ identities: [identity], merged_contacts: 0, at })
    .appends()
})
test('a contact that was taken out makes room for another one', async () => {
  const brought = linked(contactId, 'lid', '900001')
  const gained = { ...brought, data: { ...brought.data, merged_contacts: MAX_MERGED_CONTACTS } }
  const { linked_at: _, ...identity } = brought.data
  const returned: ContactEvent = {
    type: 'ContactIdentityUnlinked',
    data: { ...identity, unlinked_at: at, merged_contacts: MAX_MERGED_CONTACTS - 1 },
  }
  returning(older, gained)
    .when({ identities: [identity], merged_contacts: 1, at })
    .appends(returned)
  merging(younger).when(into(gained)).refuses('too_many_contacts')
  merging(younger).when(into(gained, returned)).appends(merged)
})
test('a contact with more identities than one append can hold stays one of its own', async () => {
  const known = (contact_id: string, count: number) =>
    Array.from({ length: count }, (_, n) => linked(contact_id, 'lid', `${contact_id} ${n}`))
  merging(younger, ...known(anotherContactId, MAX_ADOPTED_IDENTITIES))
    .when(into())
    .appends(merged)
  merging(younger, ...known(anotherContactId, MAX_ADOPTED_IDENTITIES + 1))
    .when(into())
    .refuses('too_many_identities')
  merging(younger, linked(anotherContactId, 'lid', '900001'))
    .when(into(...known(contactId, MAX_REMEMBERED)))
    .refuses('too_many_identities')
})

test('an identity moves in one append, and only from its current owner', async () => {
  const { kind, match_key } = identityClaimed.data
  const identity = { account_id: accountId, kind, match_key }
  const command = { ...identity, from: contactId, to: anotherContactId, at }
  moving(identityClaimed)
    .when(command)
    .appends(
      { type: 'IdentityReleased', data: { ...identity, contact_id: contactId, released_at: at } },
      {
        type: 'IdentityClaimed',
        data: { ...identity, contact_id: anotherContactId, claimed_at: at },
      },
    )
  moving(identityClaimed)
    .when({ ...command, from: anotherContactId, to: contactId })
    .appends()
  moving().when(command).appends()
})
test('a contact can merge only a limited number of others', async () => {
  const took = (contact_id: string, merged_contacts: number): ContactEvent => {
    const one = linked(contact_id, 'phone', '5511')
    return { ...one, data: { ...one.data, merged_contacts } }
  }
  const full = took(contactId, MAX_MERGED_CONTACTS)
  merging(younger).when(into(full)).refuses('too_many_contacts')
  merging(younger, took(anotherContactId, 20))
    .when(into(took(contactId, 30)))
    .refuses('too_many_contacts')
  merging(younger, took(anotherContactId, 20))
    .when(into(took(contactId, 29)))
    .appends(merged)
  const gained = linked(anotherContactId, 'phone', '5512')
  adopting(older, took(contactId, 3))
    .when({
      merged: stateOf(younger, took(anotherContactId, 2), gained),
      seen: [],
      stage_ids: [],
      at,
    })
    .appends(
      { ...gained, data: { ...gained.data, contact_id: contactId, merged_contacts: 6 } },
      linked(contactId, 'phone', '5511'),
    )
})

test('a hidden id proves nothing for a contact with another phone or BSUID on the number', async () => {
  const lid = { kind: 'lid', match_key: '77', connection_id: connectionId } as const
  const phone = { kind: 'phone', match_key: '5531', connection_id: connectionId } as const
  const proof = { seen: [phone, lid], hidden_on: connectionId }
  const proven = { ...into(linked(contactId, 'phone', '5531')), ...proof }
  const mine = linked(anotherContactId, 'lid', '77')
  merging(younger, mine).when(proven).appends(merged)
  merging(younger, mine, linked(anotherContactId, 'phone', '5521'))
    .when(proven)
    .refuses('different_people')
  merging(younger, mine, linked(anotherContactId, bsuid, 'BR.9'))
    .when(proven)
    .refuses('different_people')
  merging(younger, mine, linked(anotherContactId, 'phone', '5521', accountId))
    .when(proven)
    .appends(merged)
})
