import { adoptContact } from '@recado/domain/contact/adopt-contact'
import { changeMarketingPreference } from '@recado/domain/contact/change-marketing-preference'
import { type Contact, contact, type LinkedIdentity } from '@recado/domain/contact/contact'
import { createContact } from '@recado/domain/contact/create-contact'
import { editContact } from '@recado/domain/contact/edit-contact'
import { eraseContact, eraseMerged } from '@recado/domain/contact/erase-contact'
import { linkIdentity } from '@recado/domain/contact/link-identity'
import { mergeContact } from '@recado/domain/contact/merge-contact'
import { moveContact } from '@recado/domain/contact/move-contact'
import { noteIdentityConflict } from '@recado/domain/contact/note-identity-conflict'
import { type ObservePerson, observePerson } from '@recado/domain/contact/observe-person'
import { recognisePerson } from '@recado/domain/contact/recognise-person'
import { recordSession } from '@recado/domain/contact/record-session'
import { renameContact } from '@recado/domain/contact/rename-contact'
import { restrictContact } from '@recado/domain/contact/restrict-contact'
import { returnIdentities } from '@recado/domain/contact/return-identities'
import { unlinkIdentity } from '@recado/domain/contact/unlink-identity'
import { unmergeContact } from '@recado/domain/contact/unmerge-contact'
import { claimIdentity } from '@recado/domain/contact-identity/claim-identity'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { moveIdentity } from '@recado/domain/contact-identity/move-identity'
import { releaseIdentity } from '@recado/domain/contact-identity/release-identity'
import { replaceIdentity } from '@recado/domain/contact-identity/replace-identity'
import { isRefusal } from '@recado/domain/decision'
import {
  endErasure,
  noteArrived,
  noteFound,
  noteListed,
} from '@recado/domain/erasure/advance-erasure'
import { erasure } from '@recado/domain/erasure/erasure'
import fc from 'fast-check'
import {
  anotherContactId,
  contactId as contact_id,
  identityClaimed,
} from '../../examples/contact.ts'
import { asked, askedTwice } from './asked.ts'
import { times as at, ids, orLeft, orNull, texts, varied } from './values.ts'

const KINDS = [
  ...(['phone', 'wa_id', 'username', 'business_scoped_user_id', 'lid'] as const),
  'parent_business_scoped_user_id' as const,
]
const kind = fc.constantFrom(...KINDS)
const match_key = fc.constantFrom('one', 'two')
/** An identity in two forms that mean the same. */
const identity = fc
  .record({ match_key, form: fc.constantFrom('', '+'), connection_id: orNull(ids) })
  .map(({ form, ...of }) => ({ ...of, value: `${form}${of.match_key}` }))
const linked: fc.Arbitrary<LinkedIdentity> = fc
  .tuple(kind, identity)
  .map(([kind, of]) => ({ kind, ...of }))
/** At most one identity of each kind, as a provider or a caller names a person. */
const person = fc.uniqueArray(linked, { selector: ({ kind }) => kind, maxLength: 4 })
const session = fc.record({
  ...{ connection_id: ids, channel: fc.constant('whatsapp_ad'), recorded_at: at },
  ...{ utm_source: fc.constant(null), utm_campaign: fc.constant(null) },
  ...{ ad_id: orNull(ids), landing_url: fc.constant(null), ctwa_clid: orNull(ids) },
})
const recognised = fc.record({
  contact_id: fc.constant(contact_id),
  identities: fc.uniqueArray(
    fc
      .tuple(linked, fc.constantFrom(contact_id, anotherContactId))
      .map(([of, claimed_by]) => ({ ...of, claimed_by })),
    { selector: ({ kind }) => kind, maxLength: 3 },
  ),
  at,
})
const other_contact_id = fc.constantFrom(anotherContactId, ...['a-third', 'a-fourth'])
const marketing = fc.record({ connection_id: ids, opted_out: fc.boolean(), changed_at: at })

/** An identity that is unlinked is never one that is linked too. */
const observed: fc.Arbitrary<ObservePerson> = varied(
  { contact_id },
  {
    ...{ profile_name: orNull(texts), links: person, session: orNull(session), at },
    conflicts: fc.array(
      fc.tuple(linked, other_contact_id).map(([of, other]) => ({ ...of, other_contact_id: other })),
      { maxLength: 2 },
    ),
    unlinks: fc.array(fc.record({ kind, match_key }), { maxLength: 2 }),
  },
).map(({ unlinks, ...of }) => ({
  ...of,
  unlinks: unlinks.filter(({ kind }) => of.links.every((link) => link.kind !== kind)),
}))

const shown = fc.constantFrom('phone' as const, 'username' as const)
const edit = { name: orLeft(orNull(texts)), stage_id: orLeft(orNull(ids)), at }
/** A POST creates, keeps the stored form, and has one connection for all identities. */
const posted = fc
  .tuple(
    fc.record(edit),
    orNull(ids),
    fc.uniqueArray(fc.tuple(shown, identity), { selector: ([kind]) => kind }),
  )
  .map(([of, connection_id, all]) => ({
    ...{ contact_id, creates: true, ...of },
    identities: all.map(([kind, identity]) => ({
      ...{ kind, identity: { ...identity, connection_id }, other_form: 'keeps' as const },
    })),
  }))
/** A PATCH replaces the form, may clear an identity, and has no connection. */
const patched = fc
  .tuple(
    fc.record(edit),
    fc.uniqueArray(fc.tuple(shown, orNull(identity)), { selector: ([kind]) => kind }),
  )
  .map(([of, all]) => ({
    ...{ contact_id, creates: false, ...of },
    identities: all.map(([kind, identity]) => ({
      kind,
      identity: identity && { ...identity, connection_id: null },
      other_form: 'replaces' as const,
    })),
  }))

/** Another contact of the account, after a few observations. */
const another: fc.Arbitrary<NonNullable<Contact>> = fc
  .tuple(fc.array(observed, { minLength: 1, maxLength: 3 }), fc.array(marketing, { maxLength: 2 }))
  .map(([all, said]) => {
    const state = all.reduce<Contact>((before, seen) => {
      const facts = observePerson({ ...seen, contact_id: anotherContactId }, before)
      return isRefusal(facts) ? before : facts.reduce(contact.evolve, before)
    }, null) as NonNullable<Contact>
    return {
      ...state,
      marketing: Object.fromEntries(said.map(({ connection_id, ...of }) => [connection_id, of])),
    }
  })

const claim = varied(identityClaimed.data, { contact_id: ids, at })
const replacement = varied(
  {
    account_id: identityClaimed.data.account_id,
    by: { value: '5511911110001', match_key: '5511911110001' },
  },
  { kind, match_key, said_at: at, at },
)

const recipients = fc.array(
  fc.record({ webhook_id: ids, host: fc.constant('crm.example'), last_at: at }),
)

export const contacts = [
  ...askedTwice(contact, [
    asked(createContact, varied({ contact_id }, { at })),
    asked(editContact, fc.oneof(posted, patched)),
    asked(observePerson, observed),
    asked(recognisePerson, recognised),
    asked(
      renameContact,
      fc.record({
        name: orNull(texts),
        source: fc.constantFrom('api' as const, 'provider' as const),
        at,
      }),
    ),
    asked(
      linkIdentity,
      fc.tuple(linked, at).map(([of, at]) => ({ ...of, at })),
    ),
    asked(unlinkIdentity, fc.record({ kind, match_key, at })),
    asked(
      noteIdentityConflict,
      fc.tuple(linked, other_contact_id, at).map(([of, other, at]) => ({
        ...of,
        ...{ other_contact_id: other, at },
      })),
    ),
    asked(recordSession, session),
    asked(moveContact, fc.record({ stage_id: orNull(ids), at })),
    asked(eraseContact, fc.record({ at })),
    asked(eraseMerged, fc.record({ at })),
    asked(restrictContact, fc.record({ restricted: fc.boolean(), at })),
    asked(changeMarketingPreference, marketing),
    asked(adoptContact, fc.record({ merged: another, seen: person, stage_ids: fc.array(ids), at })),
    asked(mergeContact, fc.record({ survivor: another, seen: person, replaced: person, at })),
    asked(unmergeContact, fc.record({ survivor_id: other_contact_id, at })),
    asked(
      returnIdentities,
      fc.record({ identities: person, merged_contacts: fc.nat({ max: 2 }), at }),
    ),
  ]),
  ...askedTwice(erasure, [
    asked(
      noteFound,
      fc.record({
        contact_id: ids,
        kind: fc.constantFrom('message' as const, 'raw_event' as const),
        ids: fc.array(ids),
        keys: fc.array(ids),
        found_at: at,
      }),
    ),
    asked(noteListed, fc.record({ contact_id: ids, listed_at: at, recipients })),
    asked(
      noteArrived,
      fc.record({ contact_id: ids, event_id: ids, position: fc.constant('1'), arrived_at: at }),
    ),
    asked(
      endErasure,
      fc.record({
        contact_id: ids,
        keys: fc.nat({ max: 2 }),
        arrivals: fc.nat({ max: 2 }),
        erased_at: at,
      }),
    ),
  ]),
  ...askedTwice(contactIdentity, [
    asked(claimIdentity, claim),
    asked(releaseIdentity, claim),
    asked(replaceIdentity, replacement),
    asked(
      moveIdentity,
      claim.chain(({ contact_id: from, ...of }) => ids.map((to) => ({ ...of, from, to }))),
    ),
  ]),
]
