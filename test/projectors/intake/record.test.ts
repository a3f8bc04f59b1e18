import { randomUUID } from 'node:crypto'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import fc from 'fast-check'
import { test } from 'tap'
import { storeInMemory } from '../../application/contacts/scheduled-store.ts'
import { ana, graphPost, rawEvent, rawOf, textMessage } from '../../translation/graph-post.ts'
import { factsOf, freshRecorder } from './recorder-kit.ts'

const store = storeInMemory()

type Json = Record<string, unknown>

const inbound = (account: string, messages: readonly Json[], contacts: readonly Json[] = [ana]) =>
  rawEvent(rawOf(graphPost({ contacts, messages })), account)

const typesOf = async (account: string) => (await factsOf(store, account)).map(({ type }) => type)

test('a first message creates a contact, a conversation and itself', async (t) => {
  const account = randomUUID()
  const { record, counts } = freshRecorder(store)
  const raw = inbound(account, [textMessage('wamid.1')])
  await record(raw)
  t.same(counts, { 'received recorded': 1 })
  const facts = await factsOf(store, account)
  t.same(
    facts.map(({ type }) => type),
    [
      ...Array(3).fill('IdentityClaimed'),
      'ContactCreated',
      'ContactRenamed',
      ...Array(4).fill('ContactIdentityLinked'),
      'ConversationOpened',
      'MessageReceived',
    ],
  )
  const [claimed, ...others] = facts.map(({ data }) => data as Json)
  t.match(facts.at(-1), {
    data: {
      contact_id: claimed?.contact_id,
      conversation_id: others.at(-2)?.conversation_id,
      raw_event_id: raw.id,
      intent: { text: 'Oi', profile_name: 'Ana' },
    },
    metadata: { $correlationId: raw.id, actor: { type: 'provider' } },
  })
})

test('every fact of intake carries the version of the translation', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const first = { user_id: 'BR.1', wa_id: '5511911110001' }
  const message = (id: string, from?: string, from_user_id?: string, more: Json = {}) =>
    textMessage(id, 'Oi', { from, from_user_id, ...more })
  const medium = { type: 'image', image: { id: '900' }, referral: { source_id: '9' } }
  const system = { type: 'user_changed_number', wa_id: '5511911110002' }
  await record(
    inbound(account, [message('wamid.1', first.wa_id)], []),
    inbound(account, [message('wamid.2', undefined, first.user_id, medium)], []),
    inbound(account, [message('wamid.3', first.wa_id, first.user_id)], []),
    inbound(account, [message('wamid.S', first.wa_id, undefined, { type: 'system', system })], []),
    rawEvent(rawOf(graphPost({ statuses: [{ id: 'wamid.O', status: 'sent' }] })), account),
  )
  const facts = await factsOf(store, account)
  const types = new Set(facts.map(({ type }) => type))
  for (const type of ['ContactMerged', 'IdentityReleased', 'ContactSessionRecorded'])
    t.ok(types.has(type), type)
  for (const type of ['MediaReceived', 'MessageStatusReported', 'ConversationOpened'])
    t.ok(types.has(type), type)
  t.ok(
    facts.every(({ metadata }) => metadata.translation_version === TRANSLATION_VERSION),
    JSON.stringify(facts.find(({ metadata }) => metadata.translation_version === undefined)?.type),
  )
})

test('a second message is one append, and the same one again none', async (t) => {
  const account = randomUUID()
  const { record, counts } = freshRecorder(store)
  await record(inbound(account, [textMessage('wamid.1')]))
  const before = await typesOf(account)
  await record(inbound(account, [textMessage('wamid.2')]))
  t.same((await typesOf(account)).slice(before.length), ['MessageReceived'])
  await record(inbound(account, [textMessage('wamid.2', 'another body'), textMessage('wamid.1')]))
  t.same(counts, { 'received recorded': 2, 'received repeated': 2 })
  t.equal((await typesOf(account)).length, before.length + 1)
})

test('a replay with empty caches appends nothing', async (t) => {
  const account = randomUUID()
  const status = { id: 'wamid.O', status: 'sent', recipient_id: ana.wa_id, timestamp: '1767225610' }
  const preference = { wa_id: ana.wa_id, category: 'marketing_messages', value: 'stop' }
  const raws = [
    inbound(account, [textMessage('wamid.1'), textMessage('wamid.2')]),
    rawEvent(rawOf(graphPost({ statuses: [status, { ...status, status: 'read' }] })), account),
    rawEvent(rawOf(graphPost({ user_preferences: [preference] }, 'user_preferences')), account),
    inbound(account, [
      textMessage('wamid.3', '', { type: 'reaction', reaction: { emoji: '👍' } }),
      textMessage('wamid.4', '', { type: 'revoke', revoke: { original_message_id: 'wamid.2' } }),
      textMessage('wamid.5', 'via ad', {
        referral: { source_id: '9', source_url: 'https://a/?utm_source=fb' },
      }),
    ]),
  ]
  await freshRecorder(store).record(...raws)
  const once = await typesOf(account)
  t.ok(once.includes('ContactSessionRecorded'))
  t.ok(once.includes('ContactMarketingPreferenceChanged'))
  await freshRecorder(store).record(...raws)
  t.same(await typesOf(account), once)
})

test('a session keeps only values within their bounds, whatever the address of an ad contains', async (t) => {
  const account = randomUUID()
  const { record, parked } = freshRecorder(store)
  const [long, huge] = ['x'.repeat(3_000), 'y'.repeat(600)]
  const by = (id: string, referral: object) =>
    inbound(account, [textMessage(id, 'Oi', { referral })])
  await record(
    by('wamid.1', {
      source_id: '9',
      source_url: 'https://a/?utm_source=f%00b&utm_campaign=%ED%A0%80',
    }),
    by('wamid.2', {
      source_id: huge,
      ctwa_clid: huge,
      source_url: `https://a/${long}?utm_source=fb`,
    }),
    by('wamid.3', { source_id: '7', source_url: `https://a/?utm_source=${huge}` }),
  )
  t.same(parked, [])
  const sessions = (await factsOf(store, account))
    .filter(({ type }) => type === 'ContactSessionRecorded')
    .map(({ data }) => data)
  t.match(sessions, [
    { ad_id: '9', utm_source: 'f\uFFFDb', utm_campaign: '\uFFFD\uFFFD\uFFFD' },
    { ad_id: null, ctwa_clid: null, landing_url: null, utm_source: 'fb' },
    { ad_id: '7', utm_source: null },
  ])
  t.ok(JSON.stringify(sessions).length < 2_000)
})

test('the name follows the provider until an API call sets one', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const named = (name: string) => [{ ...ana, profile: { name } }]
  await record(inbound(account, [textMessage('wamid.1')], named('x'.repeat(200))))
  await record(inbound(account, [textMessage('wamid.2')], named('Ana')))
  const names = (await factsOf(store, account)).filter(({ type }) => type === 'ContactRenamed')
  t.same(
    names.map(({ data }) => (data as Json).name),
    ['x'.repeat(120), 'Ana'],
  )
})

test('both forms of a Brazilian mobile are one contact', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const from = (phone: string, id: string) =>
    inbound(account, [textMessage(id, 'Oi', { from: phone, from_user_id: undefined })], [])
  await record(from('553187654321', 'wamid.1'), from('5531987654321', 'wamid.2'))
  const facts = await factsOf(store, account)
  t.equal(facts.filter(({ type }) => type === 'ContactCreated').length, 1)
  t.equal(facts.filter(({ type }) => type === 'ConversationOpened').length, 1)
  t.equal(facts.filter(({ type }) => type === 'MessageReceived').length, 2)
})

test('a weaker identity of another contact is recorded as a conflict once, and stops nothing', async (t) => {
  const account = randomUUID()
  const { record, counts } = freshRecorder(store)
  const of = (id: string, from: string, from_user_id: string, parent: string | null = 'BR.ENT.1') =>
    textMessage(id, 'Oi', { from, from_user_id, from_parent_user_id: parent })
  await record(
    inbound(account, [of('wamid.0', '5511911110002', 'BR.2', null)], []),
    inbound(account, [of('wamid.1', '5511911110001', 'BR.1')], []),
    inbound(account, [of('wamid.2', '5511911110002', 'BR.2')], []),
    inbound(account, [of('wamid.3', '5511911110002', 'BR.2')], []),
  )
  const facts = await factsOf(store, account)
  const conflicts = facts.filter(({ type }) => type === 'ContactIdentityConflict')
  t.match(conflicts, [{ data: { kind: 'parent_business_scoped_user_id', value: 'BR.ENT.1' } }])
  t.equal(conflicts.length, 1)
  t.same(counts, { 'received recorded': 4 })
})

test('a username moves to the contact that used it last, and never merges', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const other = { ...ana, wa_id: '5511922223333', user_id: 'BR.OTHER' }
  const message = textMessage('wamid.2', 'Oi', { from: other.wa_id, from_user_id: other.user_id })
  await record(inbound(account, [textMessage('wamid.1')]), inbound(account, [message], [other]))
  const facts = await factsOf(store, account)
  const owners = facts
    .filter(({ type, data }) => /^Identity/.test(type) && (data as Json).kind === 'username')
    .map(({ type, data }) => [type, (data as Json).contact_id])
  const [first, second] = facts
    .filter(({ type }) => type === 'ContactCreated')
    .map(({ data }) => (data as Json).contact_id)
  t.not(first, second)
  t.same(owners, [
    ['IdentityClaimed', first],
    ['IdentityReleased', first],
    ['IdentityClaimed', second],
  ])
})

test('a person who changes the number stays the same contact, and the old number is free', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const first = inbound(account, [textMessage('wamid.1')])
  await record(first)
  const now = (await store.head()) ?? 0n
  const system = { type: 'user_changed_number', wa_id: '5511911112222' }
  const message = textMessage('wamid.S', '', { type: 'system', system, from_user_id: undefined })
  const payload = rawOf(graphPost({ messages: [message] }))
  const change = rawEvent(payload, account, { position: now + 1n })
  await record(change)
  await record(
    inbound(
      account,
      [textMessage('wamid.2', 'Oi', { from: '5511911112222', from_user_id: undefined })],
      [],
    ),
    inbound(account, [textMessage('wamid.3', 'Oi', { from_user_id: undefined })], []),
  )
  const facts = await factsOf(store, account)
  const people = facts
    .filter(({ type }) => type === 'MessageReceived')
    .map(({ data }) => (data as Json).contact_id)
  t.equal(people[0], people[1], 'the new number is the same contact')
  t.not(people[0], people[2], 'the old number is another contact')
  const before = await typesOf(account)
  await freshRecorder(store).record(change)
  t.same(await typesOf(account), before, 'a repetition changes nothing')
})

/** Reports a regenerated BSUID; of Ana unless `wa_id` names another person. */
const regenerated = (account: string, current: string, wa_id?: string) => {
  const item = { wa_id, user_id: { previous: ana.user_id, current }, timestamp: '1767225600' }
  const payload = graphPost({ user_id_update: [item] }, 'user_id_update')
  return rawEvent(rawOf(payload, 'user_id_update'), account)
}

test('a regenerated BSUID belongs to the same contact', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const change = regenerated(account, 'BR.9', '5511911112222')
  await record(inbound(account, [textMessage('wamid.1')]), change)
  const by = (id: string, from: string | undefined, from_user_id: string | undefined, more = {}) =>
    inbound(account, [textMessage(id, 'Oi', { from, from_user_id, ...more })], [])
  await record(by('wamid.2', undefined, 'BR.9'), by('wamid.3', '5511911112222', undefined))
  await record(by('wamid.4', undefined, ana.user_id, { timestamp: '1767225601' }))
  const [first, ...later] = (await factsOf(store, account))
    .filter(({ type }) => type === 'MessageReceived')
    .map(({ data }) => (data as Json).contact_id)
  t.same(later.slice(0, 2), [first, first])
  t.not(later[2], first, 'the old BSUID is released')
  const before = await typesOf(account)
  await freshRecorder(store).record(change)
  t.same(await typesOf(account), before, 'a repetition changes nothing')
})

test('a person who wrote under the new number or BSUID before the change was reported becomes one contact', async (t) => {
  const system = { type: 'user_changed_number', wa_id: '5511911112222', user_id: 'BR.9' }
  const changed = textMessage('wamid.S', '', { type: 'system', system })
  const early = textMessage('wamid.2', 'Oi', { from: system.wa_id, from_user_id: system.user_id })
  const numberChange = (account: string) => inbound(account, [changed], [])
  const oneChange = (account: string) => inbound(account, [early, changed], [])
  for (const [why, told] of [
    ['by number', [numberChange]],
    ['by BSUID', [(account: string) => regenerated(account, 'BR.9')]],
    ['in one change', [oneChange]],
  ] as const) {
    const account = randomUUID()
    const { record } = freshRecorder(store)
    await record(inbound(account, [textMessage('wamid.1')]))
    if (why !== 'in one change') await record(inbound(account, [early], []))
    const raws = told.map((make) => make(account))
    await record(...raws)
    await record(inbound(account, [{ ...early, id: 'wamid.3' }], []))
    const facts = await factsOf(store, account)
    const of = (type: string) => facts.filter((fact) => fact.type === type)
    t.equal(of('ContactMerged').length, 1, why)
    t.same(of('ContactIdentityConflict'), [], why)
    const { survivor_id } = (of('ContactMerged')[0]?.data ?? {}) as Json
    t.match(of('MessageReceived').at(-1)?.data, { contact_id: survivor_id }, why)
    const ended = of('IdentityReleased').map(({ data }) => (data as Json).match_key)
    t.ok(ended.includes(ana.user_id), `${why}: the old BSUID is free`)
    await freshRecorder(store).record(...raws)
    t.equal((await factsOf(store, account)).length, facts.length, `${why}: repeated`)
  }
})

test('a change is recorded although the same raw event said more about the person', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  await record(inbound(account, [textMessage('wamid.1')]))
  const system = { type: 'user_changed_number', wa_id: '5511911112222' }
  const changed = textMessage('wamid.S', '', { type: 'system', system })
  const renamed = { ...ana, profile: { name: 'Ana Reis', username: '@ana.reis' } }
  await record(inbound(account, [textMessage('wamid.2'), changed], [renamed]))
  const facts = await factsOf(store, account)
  t.ok(facts.some(({ type }) => type === 'ContactRenamed'))
  const links = facts.filter(({ type }) => type === 'ContactIdentityLinked')
  t.ok(links.some(({ data }) => (data as Json).match_key === '5511911112222'))
})

test('a marketing preference creates no contact, and counts for a known one', async (t) => {
  const account = randomUUID()
  const { record, counts } = freshRecorder(store)
  const said = (value: string, wa_id: string, timestamp: number) => {
    const item = { wa_id, user_id: 'BR.7', category: 'marketing_messages', value, timestamp }
    const contacts = [{ profile: { username: '@ana.reis' }, wa_id, user_id: 'BR.7' }]
    const post = graphPost({ contacts, user_preferences: [item] }, 'user_preferences')
    return rawEvent(rawOf(post, 'user_preferences'), account)
  }
  await record(said('stop', '5511911110009', 1767225600))
  t.same(await typesOf(account), [])
  await record(inbound(account, [textMessage('wamid.1')]))
  const before = await typesOf(account)
  await record(said('stop', '5511911110009', 1767225601))
  t.same(await typesOf(account), before, 'an equal username does not match a contact')
  await record(inbound(account, [textMessage('wamid.2', 'Oi', { from_user_id: 'BR.7' })], []))
  await record(said('stop', ana.wa_id, 1767225602))
  t.equal((await typesOf(account)).at(-1), 'ContactMarketingPreferenceChanged')
  t.match(counts, { 'marketing_preference set_aside': 2, 'marketing_preference recorded': 1 })
})

test('a marketing preference of somebody who has a person’s username by now is not that person’s', async (t) => {
  const account = randomUUID()
  const { record, counts } = freshRecorder(store)
  const profile = { username: '@bia' }
  const writes = textMessage('wamid.1', 'Oi', { from: undefined, from_user_id: 'BR.8' })
  await record(inbound(account, [writes], [{ profile, user_id: 'BR.8' }]))
  const before = await typesOf(account)
  const item = { wa_id: '5511911110008', category: 'marketing_messages', value: 'stop' }
  const post = { contacts: [{ profile, wa_id: item.wa_id }], user_preferences: [item] }
  await record(rawEvent(rawOf(graphPost(post, 'user_preferences')), account))
  t.same(await typesOf(account), before)
  t.match(counts, { 'marketing_preference set_aside': 1 })
})

test('a marketing preference that names a BSUID which was replaced since counts for its person', async (t) => {
  const account = randomUUID()
  const { record, counts, parked } = freshRecorder(store)
  await record(inbound(account, [textMessage('wamid.1', 'Oi', { from_user_id: undefined })], []))
  const user_id = { previous: 'BR.old', current: 'BR.new' }
  const update = { user_id_update: [{ user_id, timestamp: '1767225603' }] }
  await record(rawEvent(rawOf(graphPost(update, 'user_id_update'), 'user_id_update'), account))
  const of = { wa_id: ana.wa_id, user_id: 'BR.old', timestamp: 1767225602 }
  const item = { ...of, category: 'marketing_messages', value: 'stop' }
  const post = graphPost({ user_preferences: [item] }, 'user_preferences')
  await record(rawEvent(rawOf(post, 'user_preferences'), account))
  t.same(parked, [])
  t.match(counts, { 'marketing_preference recorded': 1 })
})

test('a report of another kind under the id of a message takes nothing from its content', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const errors = [{ code: 131051 }]
  await record(inbound(account, [textMessage('wamid.1', '', { type: 'unsupported', errors })]))
  const edit = { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Olá' } } }
  await record(inbound(account, [textMessage('wamid.1', '', { type: 'edit', edit })]))
  await record(inbound(account, [textMessage('wamid.1', 'Oi')]))
  t.equal((await typesOf(account)).filter((type) => type === 'MessageContentReceived').length, 1)
})

test('a message in a group is counted, and opens no conversation', async (t) => {
  const account = randomUUID()
  const { record, counts } = freshRecorder(store)
  const group = { group_id: 'Y2FwaV9ncm91cDox', type: 'text' }
  await record(
    inbound(account, [textMessage('wamid.1', 'to all', group), textMessage('wamid.2', 'to you')]),
  )
  t.same(counts, { 'set_aside set_aside': 1, 'received recorded': 1 })
  const received = (await factsOf(store, account)).filter(({ type }) => type === 'MessageReceived')
  t.match(received, [{ data: { intent: { text: 'to you' } } }])
})

const call = (account: string, event: string, more: Json = {}) => {
  const of = { id: 'wacid.1', from: ana.wa_id, from_user_id: ana.user_id, to: '551133334444' }
  const told = { ...of, event, direction: 'USER_INITIATED', timestamp: '1767225600', ...more }
  const post = graphPost({ contacts: [ana], calls: [told] }, 'calls')
  return rawEvent(rawOf(post, 'calls'), account)
}

test('a call creates a contact, a conversation and itself, once, however often it is reported', async (t) => {
  const account = randomUUID()
  const { record, counts } = freshRecorder(store)
  const told = [call(account, 'connect'), call(account, 'terminate', { timestamp: '1767225700' })]
  await record(...told)
  t.same(counts, { 'called recorded': 1, 'called repeated': 1 })
  const facts = await factsOf(store, account)
  const made = facts.map(({ type }) => type).filter((type) => !type.includes('Identity'))
  t.same(made, ['ContactCreated', 'ContactRenamed', 'ConversationOpened', 'CallReceived'])
  t.match(facts.at(-1)?.data, {
    intent: { provider_call_id: 'wacid.1', provider_timestamp: '2026-01-01T00:00:00.000Z' },
  })
  await freshRecorder(store).record(...told)
  t.equal((await factsOf(store, account)).length, facts.length, 'a repetition changes nothing')
  await record(call(account, 'connect', { id: 'wacid.2' }), inbound(account, [textMessage('w')]))
  const types = (await typesOf(account)).slice(facts.length)
  t.same(types.sort(), ['CallReceived', 'MessageReceived'])
})

test('a call of the business is not recorded', async (t) => {
  const account = randomUUID()
  const { record, counts } = freshRecorder(store)
  await record(call(account, 'connect', { direction: 'BUSINESS_INITIATED' }))
  t.same(counts, {})
  t.same(await typesOf(account), [])
})

test('a BSUID that only the text of a system message names belongs to the same contact', async (t) => {
  const account = randomUUID()
  const { record } = freshRecorder(store)
  const hidden = (id: string, from_user_id: string, more: Json = {}) =>
    inbound(account, [textMessage(id, 'Oi', { from: undefined, from_user_id, ...more })], [])
  const body = 'User Ana changed from BR.1A2B3C to BR.9'
  const system = { type: 'user_changed_user_id', user_id: 'BR.9', body }
  await record(hidden('wamid.1', 'BR.1A2B3C'))
  await record(hidden('wamid.S', 'BR.9', { type: 'system', system }), hidden('wamid.2', 'BR.9'))
  const [first, second] = (await factsOf(store, account))
    .filter(({ type }) => type === 'MessageReceived')
    .map(({ data }) => (data as Json).contact_id)
  t.equal(first, second)
})

test('the address book adds unknown contacts, and changes none', async (t) => {
  const account = randomUUID()
  const entry = (phone_number: string, full_name: string) => ({
    type: 'contact',
    action: 'add',
    contact: { phone_number, full_name },
  })
  const state_sync = [entry(ana.wa_id, 'Ana of the bakery'), entry('5511911110009', 'Caio')]
  const payload = graphPost({ state_sync }, 'smb_app_state_sync')
  const book = rawEvent(rawOf(payload, 'smb_app_state_sync'), account)
  const { record, counts } = freshRecorder(store)
  await record(inbound(account, [textMessage('wamid.1')]), book)
  const names = (await factsOf(store, account))
    .filter(({ type }) => type === 'ContactRenamed')
    .map(({ data }) => (data as Json).name)
  t.same(names.sort(), ['Ana', 'Caio'])
  t.match(counts, { 'person_listed recorded': 1, 'person_listed repeated': 1 })
  const before = await typesOf(account)
  await freshRecorder(store).record(book)
  t.same(await typesOf(account), before, 'a repetition changes nothing')
})

test('the next use completes a contact that crashed after its claim', async (t) => {
  const account = randomUUID()
  const raw = inbound(account, [textMessage('wamid.1')])
  const dying = {
    ...store,
    append: (async (stream, expected, events) => {
      if (stream.startsWith('contact-')) throw new Error('the process died here')
      return store.append(stream, expected, events)
    }) as EventStore['append'],
  }
  const dead = freshRecorder(dying)
  await dead.record(raw)
  t.equal(dead.parked.length, 1)
  t.same(await typesOf(account), Array(3).fill('IdentityClaimed'))
  await freshRecorder(store).record(raw)
  const facts = await factsOf(store, account)
  t.equal(facts.filter(({ type }) => type === 'IdentityClaimed').length, 3)
  t.equal(facts.filter(({ type }) => type === 'ContactCreated').length, 1)
  t.equal(facts.at(-1)?.type, 'MessageReceived')
})

test('an intent that cannot be recorded is parked, and others go on', async (t) => {
  const account = randomUUID()
  const picky = {
    ...store,
    append: (async (stream, expected, events) => {
      if (JSON.stringify(events).includes('poison')) throw new TypeError('poison')
      return store.append(stream, expected, events)
    }) as EventStore['append'],
  }
  const { record, counts } = freshRecorder(picky)
  const messages = [
    textMessage('wamid.1'),
    textMessage('wamid.2', 'poison'),
    textMessage('wamid.3'),
  ]
  await record(inbound(account, messages))
  t.same(counts, { 'received recorded': 2, 'received parked': 1 })
})

test('statuses of a message are recorded once each, whichever process writes them', async (t) => {
  const account = randomUUID()
  const status = (told: string, others: Json = {}) => ({
    id: 'wamid.O',
    status: told,
    recipient_id: ana.wa_id,
    ...others,
  })
  const failed = (code: number) => status('failed', { errors: [{ code }] })
  const raw = (...statuses: Json[]) => rawEvent(rawOf(graphPost({ statuses })), account)
  const raws = [
    raw(status('sent'), status('delivered')),
    raw(status('sent'), status('read')),
    raw(failed(131047), failed(131047), failed(131026)),
  ]
  await Promise.all([freshRecorder(store).record(...raws), freshRecorder(store).record(...raws)])
  const told = (await factsOf(store, account)).map(({ data }) => {
    const { intent } = data as { intent: { status: string; errors: { code: number }[] } }
    return `${intent.status} ${intent.errors[0]?.code ?? ''}`.trim()
  })
  t.same(told.sort(), ['delivered', 'failed 131026', 'failed 131047', 'read', 'sent'])
})

test('an identity names one contact, in any interleaving of two recorders', async (t) => {
  const ids = fc.constantFrom('BR.1', 'BR.2', undefined)
  const phones = fc.constantFrom('5511911110001', '5511911110002', undefined)
  const names = fc.constantFrom('@one', '@two', undefined)
  const person = fc
    .record({ user_id: ids, wa_id: phones, username: names })
    .filter(({ user_id, wa_id }) => user_id !== undefined || wa_id !== undefined)
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 2, maxLength: 6 }), async (people) => {
      const account = randomUUID()
      const raws = people.map(({ user_id, wa_id, username }, i) => {
        const message = textMessage(`wamid.${i}`, 'Oi', { from: wa_id, from_user_id: user_id })
        return inbound(account, [message], [{ profile: { username }, wa_id, user_id }])
      })
      await Promise.all([
        freshRecorder(store).record(...raws),
        freshRecorder(store).record(...[...raws].reverse()),
      ])
      return isSound(await factsOf(store, account), people.length)
    }),
    { numRuns: 8 },
  )
  t.pass('every claim names one contact that exists')
})

/** Whether every message is recorded once, and every claim names one contact that exists. */
function isSound(facts: Awaited<ReturnType<typeof factsOf>>, messages: number): boolean {
  const holders = new Map<string, string>()
  const contacts = new Set<string>()
  for (const { type, data, stream } of facts) {
    const { contact_id } = data as { contact_id: string }
    if (type === 'IdentityClaimed' && holders.has(stream)) return false
    if (type === 'IdentityClaimed') holders.set(stream, contact_id)
    if (type === 'IdentityReleased' && holders.get(stream) !== contact_id) return false
    if (type === 'IdentityReleased') holders.delete(stream)
    if (type === 'ContactCreated' && contacts.has(contact_id)) return false
    if (type === 'ContactCreated') contacts.add(contact_id)
  }
  const received = facts.filter(({ type }) => type === 'MessageReceived')
  return (
    received.length === messages &&
    [...holders.values()].every((holder) => contacts.has(holder)) &&
    received.every(({ data }) => contacts.has((data as { contact_id: string }).contact_id))
  )
}
