import { contact, identityKey, isLinkedOn, MAX_REMEMBERED } from '@recado/domain/contact/contact'
import type { ContactEvent, ContactIdentityUnlinked } from '@recado/domain/contact/events'
import { test } from 'tap'
import { contactCreated, contactId, phoneLinked } from '../../examples/contact.ts'

const at = '2026-01-02T10:00:00.000Z'
const stateOf = (...events: readonly ContactEvent[]) =>
  events.reduce<ReturnType<typeof contact.evolve>>(contact.evolve, contact.initialState)
const lid = (n: number) => ({ kind: 'lid' as const, value: `${n}`, match_key: `${n}` })
const unlinked = (n: number): ContactIdentityUnlinked => ({
  type: 'ContactIdentityUnlinked',
  data: { contact_id: contactId, ...lid(n), connection_id: null, unlinked_at: at },
})

test('of the identities that a contact has given up, a limited number is remembered, the newest', async (t) => {
  const given = Array.from({ length: MAX_REMEMBERED + 2 }, (_, n) => unlinked(n))
  const { given_up = [] } = stateOf(contactCreated, ...given) ?? {}
  t.equal(given_up.length, MAX_REMEMBERED)
  t.equal(given_up[0], identityKey(lid(2)))
  t.equal(given_up.at(-1), identityKey(lid(MAX_REMEMBERED + 1)))
})

test('a link without a time of the provider keeps when its kind was used last', async (t) => {
  const said_at = '2026-01-01T09:00:00.000Z'
  const told = { ...phoneLinked, data: { ...phoneLinked.data, said_at } }
  t.same(stateOf(contactCreated, phoneLinked)?.linked_at, {})
  t.same(stateOf(contactCreated, told, phoneLinked)?.linked_at, { phone: said_at })
})

test('an identity that is linked again is no longer given up', async (t) => {
  const { linked_at, ...identity } = phoneLinked.data
  const gone: ContactIdentityUnlinked = {
    type: 'ContactIdentityUnlinked',
    data: { ...identity, unlinked_at: at },
  }
  const given = [contactCreated, phoneLinked, unlinked(1), gone] as const
  t.match(stateOf(...given), { identities: [] })
  t.same(stateOf(...given)?.given_up, [identityKey(lid(1)), identityKey(identity)])
  const again = stateOf(...given, { ...phoneLinked, data: { ...identity, linked_at } })
  t.same(again?.given_up, [identityKey(lid(1))])
  t.match(again, { identities: [{ match_key: identity.match_key }] })
})

for (const name of ['constructor', '__proto__', 'toString'])
  test(`a business-scoped user id may be ${name}`, async (t) => {
    const { kind: _kind, value: _value, match_key: _key, ...rest } = phoneLinked.data
    const id = { kind: 'business_scoped_user_id' as const, value: name, match_key: name }
    const place = { ...id, connection_id: 'con_1' }
    const created = stateOf(contactCreated)
    t.equal(created && isLinkedOn(created, place), false)
    const linked: ContactEvent = { ...phoneLinked, data: { ...rest, ...place } }
    const state = stateOf(contactCreated, linked)
    t.equal(state && isLinkedOn(state, place), true)
    t.equal(state && isLinkedOn(state, { ...place, connection_id: 'con_2' }), false)
    const gone = { ...unlinked(1).data, ...id }
    t.same(stateOf(contactCreated, linked, { ...unlinked(1), data: gone })?.user_id_on.size, 0)
  })
