import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { RawEvent } from '@recado/application/intake/raw-event'
import { type Contact, contact, shownIdentity } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import fc from 'fast-check'
import { test } from 'tap'
import { storeInMemory } from '../../application/contacts/scheduled-store.ts'
import { graphPost, rawEvent, rawOf, textMessage } from '../../translation/graph-post.ts'
import { factsOf, freshRecorder } from './recorder-kit.ts'

const store = storeInMemory()

type Said = { id?: string; phone?: string; bsuid?: string; name?: string; username?: string }

const NOON = 1_767_182_400
const at = (second: number) => String(NOON + second)

/** A message that the person wrote so many seconds after noon. */
function said(account: string, second: number, { phone, bsuid, name, username, ...more }: Said) {
  const profile = { name, username }
  const contacts = [{ profile, wa_id: phone, user_id: bsuid }]
  const message = textMessage(more.id ?? randomUUID(), 'Oi', {
    ...{ from: phone, from_user_id: bsuid, timestamp: at(second) },
  })
  return rawEvent(rawOf(graphPost({ contacts, messages: [message] })), account)
}

function changed(account: string, second: number, from: string, to: string) {
  const system = { type: 'user_changed_number', wa_id: to }
  const more = { from, from_user_id: undefined, timestamp: at(second), type: 'system', system }
  return rawEvent(rawOf(graphPost({ messages: [textMessage(randomUUID(), '', more)] })), account)
}

/** The living contacts of an account, by what they show. */
async function people(account: string) {
  const states = new Map<string, Contact>()
  for (const { stream, ...event } of await factsOf(store, account))
    if (stream.startsWith('contact-'))
      states.set(
        stream,
        contact.evolve(states.get(stream) ?? null, event as unknown as ContactEvent),
      )
  return [...states.values()].flatMap((state) => {
    if (state === null || state.merged_into !== null) return []
    const shows = (kind: 'phone' | 'username' | 'business_scoped_user_id') =>
      shownIdentity(state.identities, kind)?.value ?? null
    const [phone, username] = [shows('phone'), shows('username')]
    return [{ name: state.name, bsuid: shows('business_scoped_user_id'), username, phone }]
  })
}

const byBsuid = (one: { bsuid: string | null }, other: { bsuid: string | null }) =>
  (one.bsuid ?? '') < (other.bsuid ?? '') ? -1 : 1

test('a late message restores no name and takes no username from its new owner', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(
    said(account, 100, { bsuid: 'BR.A', name: 'Ana', username: 'n2' }),
    said(account, 200, { bsuid: 'BR.B', name: 'Bia', username: 'n1' }),
    said(account, 10, { bsuid: 'BR.A', name: 'Aninha', username: 'n1' }),
    said(account, 20, { bsuid: 'BR.C', name: 'Caio', username: 'n1' }),
  )
  t.same((await people(account)).sort(byBsuid), [
    { name: 'Ana', bsuid: 'BR.A', username: 'n2', phone: null },
    { name: 'Bia', bsuid: 'BR.B', username: 'n1', phone: null },
    { name: 'Caio', bsuid: 'BR.C', username: null, phone: null },
  ])
})

test('a message that confirms a name counts, though it records nothing about the person', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(
    said(account, 100, { bsuid: 'BR.A', name: 'Ana', username: 'ana' }),
    said(account, 300, { bsuid: 'BR.A', name: 'Ana', username: 'ana' }),
    said(account, 200, { bsuid: 'BR.A', name: 'Anna', username: 'anna' }),
  )
  t.match(await people(account), [{ name: 'Ana', username: 'ana' }])
  await record(said(account, 301, { bsuid: 'BR.A', name: 'Anna', username: 'anna' }))
  t.match(await people(account), [{ name: 'Anna', username: 'anna' }])
})

test('a phone that the person had before is linked, and not shown', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(
    said(account, 200, { bsuid: 'BR.A', phone: '5511911110002' }),
    said(account, 100, { bsuid: 'BR.A', phone: '5511911110001' }),
    said(account, 300, { phone: '5511911110001' }),
  )
  t.match(await people(account), [{ bsuid: 'BR.A', phone: '5511911110002' }])
})

test('number changes in any order leave one person', async (t) => {
  const [one, two, three] = ['5511911110001', '5511911110002', '5511911110003']
  const orders: readonly (readonly number[])[] = [
    [0, 1, 2, 3],
    [0, 2, 1, 3],
    [2, 0, 1, 3],
    [2, 1, 0, 3],
    [0, 3, 2, 1],
    [3, 0, 1, 2],
    [1, 2, 3, 0],
  ]
  for (const order of orders) {
    const account = randomUUID()
    const { record } = freshRecorder(store)
    const told = [
      said(account, 1, { phone: one }),
      changed(account, 2, one, two),
      changed(account, 4, two, three),
      said(account, 5, { phone: three }),
    ]
    await record(...order.flatMap((n) => told[n] ?? []))
    t.match(await people(account), [{ phone: three }], `order ${order}`)
    t.equal((await people(account)).length, 1)
  }
})

test('a late message by a number that its person has left is that person’s', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const [old, now] = ['5511911110001', '5511911110002']
  await record(changed(account, 10, old, now), said(account, 20, { phone: now }))
  await record(said(account, 5, { phone: old, name: 'Ana' }))
  t.match(await people(account), [{ phone: now, name: 'Ana' }])
  t.equal((await people(account)).length, 1)
  await record(said(account, 30, { phone: old }))
  t.equal((await people(account)).length, 2, 'the number has a new owner')
})

const ana = (username: string) => ({ bsuid: 'BR.A', name: 'Ana', username })
const bia = (username: string) => ({ bsuid: 'BR.B', name: 'Bia', username })

/** The second report comes last. */
const LATE_USERNAMES = [
  // Ana's change to n1 is told after Bia has it: Ana has lost n2 nevertheless.
  [ana('n2'), ana('n1'), bia('n1')],
  // Bia's n2 is told after Ana has given it up, and is newer than Ana's last use of it; then older.
  [ana('n2'), bia('n2'), ana('n1')],
  [ana('n2'), bia('n2'), ana('n2'), ana('n1')],
]

test('any order and repetition of reports gives the names of the order of the provider’s time', async () => {
  const report = fc.record({
    bsuid: fc.constantFrom('BR.A', 'BR.B'),
    name: fc.constantFrom('Ana', 'Bia', 'Caio'),
    username: fc.constantFrom('n1', 'n2', 'n3'),
  })
  const orders = fc.array(report, { minLength: 2, maxLength: 5 }).chain((reports) => {
    const places = [...reports.keys()]
    return fc.tuple(
      fc.constant(reports),
      fc.shuffledSubarray([...places, ...places.slice(0, 2)], { minLength: places.length + 2 }),
    )
  })
  const after = async (reports: readonly Said[], order: readonly number[]) => {
    const account = randomUUID()
    const { record } = freshRecorder(store)
    for (const n of order) await record(said(account, n, { id: `wamid.${n}`, ...reports[n] }))
    return (await people(account)).sort(byBsuid)
  }
  await fc.assert(
    fc.asyncProperty(orders, async ([reports, order]) =>
      isDeepStrictEqual(await after(reports, order), await after(reports, [...reports.keys()])),
    ),
    {
      numRuns: 5,
      examples: LATE_USERNAMES.map((reports) => [
        [reports, [0, ...[...reports.keys()].slice(2), 1]],
      ]),
    },
  )
})

/** The person's number and BSUID changed so many seconds after noon. */
function moved(account: string, second: number, before: Said, after: Said) {
  const system = { type: 'user_changed_number', wa_id: after.phone, user_id: after.bsuid }
  const named = { from: before.phone, from_user_id: before.bsuid }
  const more = { ...named, timestamp: at(second), type: 'system', system }
  return rawEvent(rawOf(graphPost({ messages: [textMessage(randomUUID(), '', more)] })), account)
}

const [ONE, TWO] = ['5511911110001', '5511911110002']

test('a late change of number concerns nobody who has had the number only since', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(said(account, 200, { phone: ONE, name: 'Bia' }), changed(account, 100, ONE, TWO))
  await record(said(account, 210, { phone: TWO, name: 'Ana' }))
  t.same((await people(account)).map(({ name, phone }) => [name, phone]).sort(), [
    ['Ana', TWO],
    ['Bia', ONE],
  ])
})

test('a change that names two contacts by what it replaces proves that they are one', async (t) => {
  const account = randomUUID()
  const { record, parked } = freshRecorder(store)
  await record(said(account, 10, { phone: ONE }), said(account, 20, { bsuid: 'BR.A' }))
  const change = moved(account, 100, { phone: ONE, bsuid: 'BR.A' }, { phone: TWO, bsuid: 'BR.B' })
  await record(change)
  t.match(await people(account), [{ bsuid: 'BR.B', phone: TWO }])
  t.equal((await people(account)).length, 1)
  const { length } = await factsOf(store, account)
  await freshRecorder(store).record(change)
  t.equal((await factsOf(store, account)).length, length)
  t.same(parked, [])
})

test('a message that is reported again by a number that has changed since is not parked', async (t) => {
  const account = randomUUID()
  const { record, parked } = freshRecorder(store)
  const again = said(account, 10, { id: 'wamid.1', phone: ONE })
  await record(said(account, 10, { id: 'wamid.1', bsuid: 'BR.A' }), changed(account, 100, ONE, TWO))
  await record(again)
  t.same(parked, [])
  t.match(await people(account), [{ bsuid: 'BR.A', phone: TWO }])
})

test('a username alone is no proof: whoever has it now may be somebody else', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(
    said(account, 10, { phone: ONE, username: 'ana' }),
    said(account, 20, { bsuid: 'BR.B', username: 'ana' }),
  )
  t.same((await people(account)).sort(byBsuid), [
    { name: null, bsuid: null, username: null, phone: ONE },
    { name: null, bsuid: 'BR.B', username: 'ana', phone: null },
  ])
})

test('a BSUID is known on each number on which it was seen, so nobody else is merged there', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const on = (connection: string, raw: RawEvent): RawEvent => ({
    ...raw,
    data: { ...raw.data, connection_id: connection },
  })
  const [first, second] = [randomUUID(), randomUUID()]
  await record(on(second, said(account, 10, { phone: ONE, bsuid: 'BR.A' })))
  for (const number of [first, second])
    await record(on(number, said(account, 20, { phone: TWO, bsuid: 'BR.B' })))
  await record(on(first, changed(account, 100, TWO, ONE)))
  t.same((await people(account)).map(({ bsuid }) => bsuid).sort(), ['BR.A', 'BR.B'])
  const links = (await factsOf(store, account)).filter(
    ({ type, data }) =>
      type === 'ContactIdentityLinked' && (data as { value: string }).value === 'BR.B',
  )
  t.same(
    links.map(({ data }) => (data as { connection_id: string }).connection_id),
    [first, second],
  )
})

/** A person shares a card with a phone, in answer to a request or not. */
function gave(account: string, second: number, by: Said, phone: string, origin?: string) {
  const card = { origin, name: { formatted_name: 'Eu' }, phones: [{ phone: `+${phone}` }] }
  const named = { from: by.phone, from_user_id: by.bsuid, timestamp: at(second) }
  const more = { ...named, type: 'contacts', text: undefined, contacts: [card] }
  const id = by.id ?? randomUUID()
  return rawEvent(rawOf(graphPost({ messages: [textMessage(id, '', more)] })), account)
}

const REQUESTED = 'contact_request'

test('the phone that a person gives on request is that person’s, once', async (t) => {
  const account = randomUUID()
  const { record, parked } = freshRecorder(store)
  await record(said(account, 10, { bsuid: 'BR.A' }))
  const raw = gave(account, 20, { bsuid: 'BR.A' }, ONE, REQUESTED)
  await record(raw)
  t.match(await people(account), [{ bsuid: 'BR.A', phone: ONE }])
  const facts = await factsOf(store, account)
  const links = facts.filter(({ data }) => (data as { given?: true }).given)
  const causation = { $causationId: raw.id }
  const link = { match_key: ONE, said_at: '2025-12-31T12:00:20.000Z', given: true }
  t.match(links, [
    { data: { kind: 'phone', ...link }, metadata: causation },
    { data: { kind: 'wa_id', ...link }, metadata: causation },
  ])
  await freshRecorder(store).record(raw)
  t.equal((await factsOf(store, account)).length, facts.length)
  await record(said(account, 30, { phone: ONE }))
  t.equal((await people(account)).length, 1)
  t.same(parked, [])
})

test('a given phone that another contact has is a conflict, and any other card says nothing', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(said(account, 10, { phone: ONE }))
  await record(gave(account, 20, { bsuid: 'BR.A' }, ONE, REQUESTED))
  for (const origin of ['other', undefined])
    await record(gave(account, 30, { bsuid: 'BR.A' }, TWO, origin))
  t.same((await people(account)).sort(byBsuid), [
    { name: null, bsuid: null, username: null, phone: ONE },
    { name: null, bsuid: 'BR.A', username: null, phone: null },
  ])
  const facts = await factsOf(store, account)
  t.match(
    facts.filter(({ type }) => type === 'ContactIdentityConflict'),
    [{ data: { kind: 'phone', match_key: ONE } }],
  )
})
