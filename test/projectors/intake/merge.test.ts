import { randomUUID } from 'node:crypto'
import { claimStream } from '@recado/application/contacts/claims'
import { type Contact, contact } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { test } from 'tap'
import { storeInMemory } from '../../application/contacts/scheduled-store.ts'
import { dyingStore } from '../../kit/dying-store.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { ana, graphPost, rawEvent, rawOf, textMessage } from '../../translation/graph-post.ts'
import { factsOf, freshRecorder } from './recorder-kit.ts'

const store = storeInMemory()

const phone = '5531987654321'
const bsuid = ana.user_id

/** A message by phone, by BSUID, or by both. */
const from = (account: string, id: string, by: { phone?: string; bsuid?: string }, more = {}) =>
  rawEvent(
    rawOf(
      graphPost({
        messages: [textMessage(id, 'Oi', { from: by.phone, from_user_id: by.bsuid, ...more })],
      }),
    ),
    account,
  )

const both = { phone, bsuid }

async function stateOf(id: string): Promise<Contact> {
  let state = contact.initialState
  for await (const event of store.readStream(`contact-${id}`))
    state = contact.evolve(state, event as RecordedEvent<ContactEvent>)
  return state
}

const ofType = async (account: string, type: string) =>
  (await factsOf(store, account))
    .filter((fact) => fact.type === type)
    .map(({ data }) => data as Record<string, string>)

async function claimOwner(
  account_id: string,
  kind: 'phone' | 'business_scoped_user_id',
  key: string,
) {
  const last = await store.readLast(claimStream(PERSON_IDS, { account_id, kind, match_key: key }))
  const { contact_id } = (last?.data ?? {}) as { contact_id?: string }
  return last?.type === 'IdentityClaimed' ? contact_id : null
}

/** Two contacts: one known by the phone, a younger one by the BSUID. */
async function twoPeople(account: string) {
  const { record } = freshRecorder(store)
  await record(from(account, 'wamid.1', { phone }))
  await record(from(account, 'wamid.2', { bsuid }))
  const [one, other] = (await ofType(account, 'ContactCreated')).map(({ contact_id }) => contact_id)
  // Both are created at the same time of the recorder's clock; then the id decides which is older.
  const [older, younger] = [String(one), String(other)].sort()
  return { older: String(older), younger: String(younger) }
}

/** Which contacts own the identities after a merge, and what the survivor is linked to. */
async function isOne(account: string, { older, younger }: { older: string; younger: string }) {
  const survivor = await stateOf(older)
  const kinds = survivor?.identities.map(({ kind }) => kind).sort()
  return {
    merged: (await stateOf(younger))?.merged_into,
    kinds: [...new Set(kinds)],
    owners: [
      await claimOwner(account, 'phone', phone),
      await claimOwner(account, 'business_scoped_user_id', bsuid),
    ],
  }
}
const oneOf = ({ older }: { older: string }) => ({
  merged: older,
  kinds: ['business_scoped_user_id', 'phone', 'wa_id'],
  owners: [older, older],
})

test('BSUID and phone in one message merge two contacts', async (t) => {
  const account = randomUUID()
  const pair = await twoPeople(account)
  const { record, counts } = freshRecorder(store)
  await record(from(account, 'wamid.3', both), from(account, 'wamid.4', { phone }))
  t.same(counts, { 'received recorded': 2 })
  t.same(await isOne(account, pair), oneOf(pair))
  const [first, second, ...later] = await ofType(account, 'MessageReceived')
  t.same(
    later.map(({ contact_id }) => contact_id),
    [pair.older, pair.older],
  )
  t.same(
    [first?.contact_id, second?.contact_id].sort(),
    [pair.older, pair.younger],
    'no message moves to the other contact',
  )
  t.same(await ofType(account, 'ContactIdentityConflict'), [])
})

test('the same message again, with empty caches, merges nothing', async (t) => {
  const account = randomUUID()
  await twoPeople(account)
  const raw = from(account, 'wamid.3', both)
  await freshRecorder(store).record(raw)
  const once = (await factsOf(store, account)).length
  await freshRecorder(store).record(raw)
  t.equal((await factsOf(store, account)).length, once)
})

test('two processes that merge at the same time get one result', async (t) => {
  const account = randomUUID()
  const pair = await twoPeople(account)
  await Promise.all(
    ['wamid.3', 'wamid.4', 'wamid.5'].map((id) =>
      freshRecorder(store).record(from(account, id, both)),
    ),
  )
  t.same(await isOne(account, pair), oneOf(pair))
  t.equal((await ofType(account, 'ContactMerged')).length, 1)
  const owners = (await ofType(account, 'MessageReceived')).slice(2)
  t.same(new Set(owners.map(({ contact_id }) => contact_id)), new Set([pair.older]))
})

test('two BSUIDs on one connection are two people, whatever phone they share', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(from(account, 'wamid.1', { phone, bsuid: 'BR.OTHER' }))
  await record(from(account, 'wamid.2', { phone: '5531911112222', bsuid }))
  await record(from(account, 'wamid.3', both))
  t.same(await ofType(account, 'ContactMerged'), [])
  t.match(await ofType(account, 'ContactIdentityConflict'), [{ kind: 'phone', match_key: phone }])
})

test('a username alone never merges', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const named = (id: string, by: { phone?: string; bsuid?: string }) => {
    const contacts = [{ profile: { username: '@ana' }, wa_id: by.phone, user_id: by.bsuid }]
    const message = textMessage(id, 'Oi', { from: by.phone, from_user_id: by.bsuid })
    return rawEvent(rawOf(graphPost({ contacts, messages: [message] })), account)
  }
  await record(named('wamid.1', { phone }), named('wamid.2', { bsuid, phone: '5531911112222' }))
  t.same(await ofType(account, 'ContactMerged'), [])
  t.equal((await ofType(account, 'ContactCreated')).length, 2)
})

test('the next event completes a merge that crashed at any point', async (t) => {
  const counting = dyingStore(store, -1, false)
  const whole = randomUUID()
  await twoPeople(whole)
  await freshRecorder(counting.store).record(from(whole, 'wamid.3', both))
  const steps = counting.appends()
  t.ok(steps >= 4, 'merged, adopted, moved, received')
  for (const written of [false, true])
    for (let step = 0; step < steps; step++) {
      const account = randomUUID()
      const pair = await twoPeople(account)
      const raw = from(account, 'wamid.3', both)
      await freshRecorder(dyingStore(store, step, written).store).record(raw)
      await freshRecorder(store).record(raw)
      t.same(await isOne(account, pair), oneOf(pair), `step ${step}, written: ${written}`)
      t.equal((await ofType(account, 'MessageReceived')).length, 3)
    }
})

test('the next event completes a change with a merge that crashed at any point', async (t) => {
  const next = { phone: '5511911112222', bsuid: 'BR.9' }
  const told = { type: 'user_changed_number', wa_id: next.phone, user_id: next.bsuid }
  const change = (account: string) =>
    from(account, 'wamid.S', both, { type: 'system', system: told })
  const before = async (account: string) => {
    const { record } = freshRecorder(store)
    await record(from(account, 'wamid.1', both), from(account, 'wamid.2', next))
  }
  const counting = dyingStore(store, -1, false)
  const whole = randomUUID()
  await before(whole)
  await freshRecorder(counting.store).record(change(whole))
  const steps = counting.appends()
  t.ok(steps >= 6, 'merged, adopted, moved, linked, released')
  for (const written of [false, true])
    for (let step = 0; step < steps; step++) {
      const account = randomUUID()
      await before(account)
      const raw = change(account)
      await freshRecorder(dyingStore(store, step, written).store).record(raw)
      await freshRecorder(store).record(raw)
      const [{ survivor_id = '' } = {}, ...others] = await ofType(account, 'ContactMerged')
      const why = `step ${step}, written: ${written}`
      t.same(others, [], why)
      const survivor = await stateOf(survivor_id)
      const known = survivor?.identities.map(({ kind, value }) => `${kind} ${value}`).sort()
      t.same(
        known,
        [`business_scoped_user_id ${next.bsuid}`, `phone ${next.phone}`, `wa_id ${next.phone}`],
        why,
      )
      t.same(
        [
          await claimOwner(account, 'phone', next.phone),
          await claimOwner(account, 'business_scoped_user_id', next.bsuid),
          await claimOwner(account, 'phone', phone),
          await claimOwner(account, 'business_scoped_user_id', bsuid),
        ],
        [survivor_id, survivor_id, null, null],
        why,
      )
    }
})

// Before the posts arrive: a time in the future counts as the arrival, so two of them would be the same second.
const soon = { timestamp: '1767225602' }
const later = { timestamp: '1767225604' }
const own = { phone, bsuid: 'BR.BEFORE' }
const newcomers = { phone, bsuid: 'BR.NEWCOMER' }
const replaces = { type: 'user_changed_user_id', previous_user_id: own.bsuid }

/** The contacts of the previous owner of the phone and of the newcomer, by their BSUIDs. */
async function ownersOf(account: string) {
  const of = (id: string) => claimOwner(account, 'business_scoped_user_id', id)
  return { before: String(await of(own.bsuid)), newcomer: String(await of(newcomers.bsuid)) }
}
async function knownBy(id: string) {
  return (await stateOf(id))?.identities.map(({ kind, value }) => `${kind} ${value}`).sort()
}

test('an unknown BSUID on a known phone is a newcomer, who takes over the phone', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(from(account, 'wamid.1', own), from(account, 'wamid.2', newcomers, soon))
  const { before, newcomer } = await ownersOf(account)
  t.not(before, newcomer)
  t.same(await knownBy(before), [`business_scoped_user_id ${own.bsuid}`])
  t.same(await knownBy(newcomer), [
    `business_scoped_user_id ${newcomers.bsuid}`,
    `phone ${phone}`,
    `wa_id ${phone}`,
  ])
  t.equal(await claimOwner(account, 'phone', phone), newcomer)
  t.same(
    (await ofType(account, 'MessageReceived')).map(({ contact_id }) => contact_id),
    [before, newcomer],
  )
  t.same(await ofType(account, 'ContactIdentityConflict'), [])
  const again = freshRecorder(store)
  await again.record(from(account, 'wamid.3', { bsuid: own.bsuid }, later))
  await again.record(from(account, 'wamid.4', { phone }, later))
  t.same(
    (await ofType(account, 'MessageReceived')).slice(2).map(({ contact_id }) => contact_id),
    [before, newcomer],
  )
})

test('a message with an older timestamp does not take the phone back, a newer one does', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(from(account, 'wamid.1', own), from(account, 'wamid.2', newcomers, soon))
  const { before, newcomer } = await ownersOf(account)
  await record(from(account, 'wamid.3', own))
  t.equal(await claimOwner(account, 'phone', phone), newcomer)
  t.match(await ofType(account, 'ContactIdentityConflict'), [{ contact_id: before, kind: 'phone' }])
  await record(from(account, 'wamid.4', own, later))
  t.equal(await claimOwner(account, 'phone', phone), before)
  t.same(
    (await ofType(account, 'MessageReceived')).map(({ contact_id }) => contact_id),
    [before, newcomer, before, before],
  )
})

test('the next event completes a handover of a phone that crashed at any point', async (t) => {
  const counting = dyingStore(store, -1, false)
  const whole = randomUUID()
  await freshRecorder(store).record(from(whole, 'wamid.1', own))
  await freshRecorder(counting.store).record(from(whole, 'wamid.2', newcomers, soon))
  const steps = counting.appends()
  t.ok(steps >= 5, 'claimed, unlinked, released, claimed, received')
  for (let step = 0; step < steps; step++) {
    const account = randomUUID()
    await freshRecorder(store).record(from(account, 'wamid.1', own))
    const raw = from(account, 'wamid.2', newcomers, soon)
    await freshRecorder(dyingStore(store, step, true).store).record(raw)
    await freshRecorder(store).record(raw)
    const { before, newcomer } = await ownersOf(account)
    const why = `after step ${step}`
    t.equal(await claimOwner(account, 'phone', phone), newcomer, why)
    t.same(await knownBy(before), [`business_scoped_user_id ${own.bsuid}`], why)
    t.equal((await knownBy(newcomer))?.length, 3, why)
    t.equal((await ofType(account, 'MessageReceived')).length, 2, why)
  }
})

test('an announced BSUID is followed in any order of events', async (t) => {
  const system = { ...replaces, user_id: newcomers.bsuid }
  for (const order of [
    [0, 1, 2],
    [1, 0, 2],
    [1, 2, 0],
    [0, 2, 1],
  ]) {
    const account = randomUUID()
    const { record } = freshRecorder(store)
    await record(from(account, 'wamid.1', own))
    const said = [
      from(account, 'wamid.S', { phone }, { type: 'system', system, ...soon }),
      from(account, 'wamid.2', newcomers, soon),
      from(account, 'wamid.3', own, soon),
    ]
    for (const n of order) for (const raw of said.slice(n, n + 1)) await record(raw)
    await record(from(account, 'wamid.4', newcomers, later))
    const { newcomer } = await ownersOf(account)
    const [first] = await ofType(account, 'ContactCreated')
    const id = first?.contact_id ?? ''
    const why = `in the order ${order} it is one person`
    t.equal((await stateOf(id))?.merged_into ?? id, newcomer, why)
    t.equal((await ofType(account, 'MessageReceived')).at(-1)?.contact_id, newcomer, why)
    t.equal(await claimOwner(account, 'phone', phone), newcomer, why)
  }
})

for (const [when, told] of [
  ['later', soon],
  ['in the same second', {}],
] as const)
  test(`a person who takes over a number of somebody else ${when} is not merged with that person`, async (t) => {
    const account = randomUUID()
    const { record } = freshRecorder(store)
    const next = '5531911112222'
    await record(from(account, 'wamid.1', own))
    await record(from(account, 'wamid.2', { phone: next, bsuid: 'BR.HAD' }))
    const system = { type: 'user_changed_number', wa_id: next, user_id: newcomers.bsuid }
    await record(from(account, 'wamid.S', own, { type: 'system', system, ...told }))
    t.same(await ofType(account, 'ContactMerged'), [])
    const made = await ofType(account, 'ContactCreated')
    const [one, other] = made.map(({ contact_id }) => contact_id)
    t.same(await knownBy(String(one)), [
      `business_scoped_user_id ${newcomers.bsuid}`,
      `phone ${next}`,
      `wa_id ${next}`,
    ])
    t.same(await knownBy(String(other)), ['business_scoped_user_id BR.HAD'])
  })
