import { randomUUID } from 'node:crypto'
import { newEvents } from '@recado/application/commands/command-context'
import { GATEWAY_POLICY } from '@recado/application/contacts/resolution-policy'
import { resolveContact } from '@recado/application/contacts/resolve-contact'
import { unmergePeople } from '@recado/application/contacts/unmerge-people'
import type { ConnectionRegistered } from '@recado/domain/connection/events'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { test } from 'tap'
import { storeInMemory } from '../../application/contacts/scheduled-store.ts'
import { rawEvent, rawOf } from '../../translation/graph-post.ts'
import { wahaEvent, wahaMessage } from '../../translation/waha-event.ts'
import { factsOf, freshRecorder } from './recorder-kit.ts'

const store = storeInMemory()

type Json = Record<string, unknown>

/** A registered session of a new account; its connection has the account's id. */
async function session() {
  const account = randomUUID()
  const registered: ConnectionRegistered = {
    type: 'ConnectionRegistered',
    data: {
      ...{ connection_id: account, account_id: account, type: 'freemium', status: 'pending' },
      ...{ phone_number: null, phone_number_digits: null, phone_number_id: null, waba_id: null },
      ...{ session: 'conn_1', secret_refs: {}, registered_at: '2026-01-01T00:00:00.000Z' },
    },
  }
  const context = {
    account_id: account,
    actor: { type: 'operator', id: 'test' } as const,
    correlation_id: account,
    causation_id: account,
    request_id: null,
    now: () => new Date(),
    newId: () => randomUUID(),
  }
  await store.append(`connection-${account}`, 'no_stream', newEvents([registered], context))
  const told = (event: string, payload: Json, others: Json = {}) =>
    rawEvent({ ...rawOf(wahaEvent(event, payload, others)), source: 'freemium' }, account)
  const news = async () =>
    (await factsOf(store, account))
      .filter(({ type }) => type.startsWith('Connection') && type !== 'ConnectionRegistered')
      .map(({ type, data }) => [type, (data as Json).status ?? (data as Json).phone_number_digits])
  return { account, told, news }
}

test('a working session gets its number and is connected, once', async (t) => {
  const { told, news } = await session()
  const { record } = freshRecorder(store)
  const working = told('session.status', { status: 'WORKING' })
  await record(working)
  await record(working, told('session.status', { status: 'WORKING' }))
  await freshRecorder(store).record(working)
  t.same(await news(), [
    ['ConnectionNumberLearned', '5521933330001'],
    ['ConnectionStatusChanged', 'connected'],
  ])
})

test('a session that flaps is read no more often than it changes', async (t) => {
  const { told, news } = await session()
  let events = 0
  const counting: EventStore = {
    ...store,
    async *readStream(stream, from) {
      for await (const event of store.readStream(stream, from)) {
        events += 1
        yield event
      }
    },
  }
  const flaps = Array.from({ length: 120 }, (_, n) =>
    told(
      'session.status',
      { status: n % 2 === 0 ? 'WORKING' : 'STOPPED' },
      { timestamp: 1767225600000 + n, me: null },
    ),
  )
  const { record } = freshRecorder(counting)
  for (const flap of flaps) await record(flap)
  t.equal((await news()).length, 120)
  t.ok(events < 4 * flaps.length, `${events} events were read`)
})

test('a status with an older timestamp does not undo a newer one', async (t) => {
  const { told, news } = await session()
  const { record } = freshRecorder(store)
  const at = (second: number) => ({ timestamp: 1767225600000 + second * 1_000, me: null })
  await record(told('session.status', { status: 'WORKING' }, at(2)))
  await record(told('session.status', { status: 'SCAN_QR_CODE' }, at(1)))
  await record(told('session.status', { status: 'STOPPED' }, at(3)))
  t.same(await news(), [
    ['ConnectionStatusChanged', 'connected'],
    ['ConnectionStatusChanged', 'disconnected'],
  ])
})

test('a person who comes by an ad has a session, as with Meta', async (t) => {
  const { account, told } = await session()
  const externalAdReply = { sourceId: '238001', sourceUrl: 'https://fb.me/x?utm_source=fb' }
  const message = { extendedTextMessage: { text: 'Oi', contextInfo: { externalAdReply } } }
  const raw = told('message.any', wahaMessage('Oi', { _data: { message } }))
  await freshRecorder(store).record(raw)
  await freshRecorder(store).record(raw)
  const facts = await factsOf(store, account)
  const sessions = facts.filter(({ type }) => type === 'ContactSessionRecorded')
  t.match(sessions, [
    { data: { channel: 'whatsapp_ad', ad_id: '238001', utm_source: 'fb', ctwa_clid: null } },
  ])
  t.equal(sessions.length, 1)
})

test('our own send to an unknown hidden id creates no contact', async (t) => {
  const { account, told } = await session()
  const { record } = freshRecorder(store)
  const echo = { id: 'true_900001@lid_3EB0BB', from: '900001@lid', fromMe: true }
  await record(told('message.any', wahaMessage('Oi', { ...echo, source: 'api' })))
  const types = async () => (await factsOf(store, account)).map(({ type }) => type).sort()
  t.same(await types(), ['ConnectionRegistered', 'MessageStatusReported'])
  await record(told('message.any', wahaMessage('Oi', { ...echo, source: 'app' })))
  t.ok(
    (await types()).includes('MessageSentElsewhere'),
    'a message sent on the phone may open a conversation',
  )
})

test('a phone that appears with a hidden id joins its contact', async (t) => {
  const { account, told } = await session()
  const { record } = freshRecorder(store)
  const from = { id: 'false_900001@lid_3EB0AA', from: '900001@lid' }
  await record(told('message.any', wahaMessage('Oi', from)))
  const _data = { key: { remoteJidAlt: '553187654321@s.whatsapp.net' } }
  const again = { ...from, id: 'false_900001@lid_3EB0AB', _data }
  await record(told('message.any', wahaMessage('Sou eu', again)))
  const facts = await factsOf(store, account)
  t.equal(facts.filter(({ type }) => type === 'ContactCreated').length, 1)
  const kinds = facts.filter(({ type }) => type === 'ContactIdentityLinked')
  t.same(
    kinds.map(({ data }) => (data as Json).kind),
    ['lid', 'phone', 'wa_id'],
  )
})

test('one message by phone and by hidden id at once is one message of one person', async (t) => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { account, told } = await session()
    const { record, parked } = freshRecorder(store)
    const by = (chat: string) =>
      told('message.any', wahaMessage('Vim pelo anúncio', { id: `false_${chat}_AD1`, from: chat }))
    const both = [by('553187654321@c.us'), by('900001@lid')]
    await record(...order.flatMap((n) => both[n] ?? []))
    const facts = await factsOf(store, account)
    const count = (name: string) => facts.filter(({ type }) => type === name).length
    for (const name of ['MessageReceived', 'ContactCreated', 'ConversationOpened'])
      t.equal(count(name), 1, name)
    const linked = facts.filter(({ type }) => type === 'ContactIdentityLinked')
    t.same(linked.map(({ data }) => (data as Json).kind).sort(), ['lid', 'phone', 'wa_id'])
    t.same(parked, [])
  }
})

test('another runner that has recorded the message by then leaves no ghost either', async (t) => {
  const { account, told } = await session()
  const by = (chat: string) =>
    told('message.any', wahaMessage('Vim pelo anúncio', { id: `false_${chat}_AD1`, from: chat }))
  await freshRecorder(store).record(by('553187654321@c.us'))
  await freshRecorder(store).record(by('900001@lid'))
  const types = (await factsOf(store, account)).map(({ type }) => type)
  for (const name of ['MessageReceived', 'ContactCreated', 'ConversationOpened'])
    t.equal(types.filter((type) => type === name).length, 1, name)
})

test('the content of a message that was still encrypted replaces the placeholder, once', async (t) => {
  const { account, told } = await session()
  const { record } = freshRecorder(store)
  const stub = () => told('message.any', wahaMessage('', { body: null }))
  const content = told('message.any', wahaMessage('Vim pelo anúncio'))
  await record(stub(), stub(), content)
  await record(content, told('message.any', wahaMessage('Vim pelo anúncio')), stub())
  await freshRecorder(store).record(told('message.any', wahaMessage('Vim pelo anúncio')))
  const texts = (await factsOf(store, account))
    .filter(({ stream }) => stream.startsWith('message-'))
    .map(({ type, data }) => [type, (data as { intent: Json }).intent.text])
  t.same(texts, [
    ['MessageReceived', '[unsupported]'],
    ['MessageContentReceived', 'Vim pelo anúncio'],
  ])
})

const PHONE = '553187654321'
const OTHER = '5521988887777'
const LID = '900001'

/** Messages to a number at a gateway, each by a phone, a hidden id, or both. */
async function hiddenIds() {
  const { account, told } = await session()
  let n = 0
  const by = (phone: string | null, lid: string | null, more: Json = {}) => {
    n += 1
    const chat = phone === null ? `${lid}@lid` : `${phone}@c.us`
    const key = phone !== null && lid !== null ? { senderLid: `${lid}@lid` } : {}
    const id = `false_${chat}_H${n}`
    return told('message.any', wahaMessage('Oi', { id, from: chat, _data: { key }, ...more }))
  }
  const ofType = async (name: string) =>
    (await factsOf(store, account)).filter(({ type }) => type === name).map(({ data }) => data)
  const summary = async () => ({
    contacts: (await ofType('ContactCreated')).length,
    merged: (await ofType('ContactMerged')).length,
    conflicts: (await ofType('ContactIdentityConflict')).map((data) => (data as Json).kind),
  })
  return { account, by, summary, ofType }
}

test('a hidden id that comes with a phone proves that the contacts of both are one person', async (t) => {
  for (const isReverse of [false, true]) {
    const { by, summary } = await hiddenIds()
    const { record, parked } = freshRecorder(store)
    const first = [by(PHONE, null), by(null, LID)]
    await record(...(isReverse ? first.reverse() : first))
    const proof = by(PHONE, LID)
    await record(proof)
    await record(by(null, LID), by(PHONE, null), proof)
    t.same(await summary(), { contacts: 2, merged: 1, conflicts: [] })
    t.same(parked, [])
  }
})

test('one message by phone and by hidden id proves it too, whichever report comes first', async (t) => {
  for (const isReverse of [false, true]) {
    const { by, summary } = await hiddenIds()
    await freshRecorder(store).record(by(PHONE, null), by(null, LID))
    const twice = [
      by(PHONE, null, { id: `false_${PHONE}@c.us_AD1` }),
      by(null, LID, { id: `false_${LID}@lid_AD1` }),
    ]
    await freshRecorder(store).record(...(isReverse ? twice.reverse() : twice))
    t.same(await summary(), { contacts: 2, merged: 1, conflicts: [] })
  }
})

test('a hidden id proves nothing for a contact with another phone on the number', async (t) => {
  const { by, summary } = await hiddenIds()
  const { record } = freshRecorder(store)
  await record(by(PHONE, null), by(OTHER, LID), by(PHONE, LID), by(PHONE, LID))
  t.same(await summary(), { contacts: 2, merged: 0, conflicts: ['lid'] })
})

test('contacts that an operator has separated stay apart, whatever hidden ids say', async (t) => {
  const { account, by, summary, ofType } = await hiddenIds()
  const { record, recorder } = freshRecorder(store)
  await record(by(PHONE, null), by(null, LID), by(PHONE, LID))
  const [merged] = (await ofType('ContactMerged')) as { contact_id: string }[]
  const owner = { account_id: account, contact_id: merged?.contact_id ?? '' }
  const ids = { correlation_id: account, causation_id: account, request_id: null }
  const actor = { type: 'operator', id: 'test' } as const
  const at = { now: () => new Date(), newId: () => randomUUID() }
  const context = { account_id: account, actor, ...ids, ...at }
  await unmergePeople(recorder, owner, context)
  await freshRecorder(store).record(by(PHONE, LID))
  t.same(await summary(), { contacts: 2, merged: 1, conflicts: ['lid'] })
})

test('the phone that a gateway tells after a send merges the contact that has it', async (t) => {
  const { account, by, summary } = await hiddenIds()
  const { record, recorder } = freshRecorder(store)
  await record(by(PHONE, null), by(null, LID))
  const ids = { correlation_id: account, causation_id: account, request_id: null }
  const actor = { type: 'provider', id: account } as const
  const at = { now: () => new Date(), newId: () => randomUUID() }
  const identities = [
    { kind: 'phone', value: PHONE },
    { kind: 'lid', value: LID },
  ] as const
  const person = { account_id: account, connection_id: account, identities }
  const context = { account_id: account, actor, ...ids, ...at }
  await resolveContact(recorder, person, context, GATEWAY_POLICY)
  t.same(await summary(), { contacts: 2, merged: 1, conflicts: [] })
})
