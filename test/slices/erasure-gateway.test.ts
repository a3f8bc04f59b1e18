import { STRUCTURED_EVENTS } from '@recado/contract/whatsapp-event-names'
import { rebuildTool } from '@recado/tools/rebuild/rebuild-tool'
import { t as file, test } from 'tap'
import { listed } from '../kit/contacts.ts'
import { startCustomer } from '../kit/customer.ts'
import { deliveriesOf } from '../kit/deliveries.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { everyAnswer } from '../kit/every-answer.ts'
import { leftOf, wordsIn } from '../kit/left-of.ts'
import { runTool } from '../kit/run-tool.ts'
import { startWahaWorld } from '../kit/waha-world.ts'
import { wahaEvent } from '../translation/waha-event.ts'
import { everything } from './rebuilt.ts'

type Page<T> = { data: T[]; pagination: { total: number } }
type Conversation = { id: string }

const SESSION = 'conn_erased'
const world = await startWahaWorld({}, { settings: { FACT_KEYS: 'own' }, emptyServers: true })
const customer = await startCustomer()
file.teardown(async () => {
  await world.stop()
  await customer.stop()
})
const { api, sim, product } = world
const connection = await world.register(SESSION)
await world.shows(connection, 'connected')

/** Posts an event as the gateway does, with the session's signature. */
const gatewaySays = (event: string, payload: Record<string, unknown>) => {
  const body = wahaEvent(event, payload, {
    session: SESSION,
    metadata: { connection_id: connection },
  })
  return sim('POST', `/sessions/${SESSION}/webhooks`, { body: JSON.stringify(body) })
}

/** Whatever a gateway reports of a person. @returns the contact's id, and all identities and words */
async function talked(phone: string, lid: string, name: string) {
  const words = [phone, lid]
  const word = (about: string) => {
    words.push(`${name}-${about}`)
    return `${name}-${about}`
  }
  const chat = `${phone}@c.us`
  const hidden = `${lid}@lid`
  const incoming = (of: string, more: object = {}) => ({
    ...{ id: `false_${chat}_${word(`id-${of}`)}`, timestamp: 1767225599, from: chat, to: null },
    ...{ fromMe: false, source: 'app', body: word(of), hasMedia: false, ack: 1, replyTo: null },
    ...{ _data: { Info: { PushName: word(`name-${of}`), SenderAlt: hidden } }, ...more },
  })
  const outgoing = (id: string, text: string, by: string, source: 'api' | 'app') => ({
    ...{ id: `true_${by}_${id}`, timestamp: 1767225600, from: by, to: null, fromMe: true },
    ...{ source, body: text, hasMedia: false, ack: 0, replyTo: null },
  })
  await gatewaySays('message.any', incoming('text'))
  const media = { mimetype: 'image/png', filename: word('file'), url: `http://x/${word('url')}` }
  await gatewaySays('message.any', incoming('image', { hasMedia: true, media }))
  const vCards = [`BEGIN:VCARD\nFN:${word('card')}\nTEL:${word('tel')}\nEND:VCARD`]
  await gatewaySays('message.any', incoming('vcard', { vCards }))
  const location = { latitude: 1, longitude: 2, description: word('place') }
  await gatewaySays('message.any', incoming('location', { location }))
  const reaction = { text: word('emoji'), messageId: `false_${chat}_${name}-id-text` }
  await gatewaySays('message.reaction', incoming('reaction', { reaction }))
  await gatewaySays('message.edited', incoming('edit', { editedMessageId: `${name}-id-text` }))
  const revoked = incoming('revoke')
  await gatewaySays('message.revoked', { after: revoked, before: incoming('before') })
  await gatewaySays('message.any', outgoing(word('echo-id'), word('echo'), chat, 'app'))
  const id = await eventually(async () => (await listed({ api }, `phone=${phone}`)).ids[0])
  const conversation_id = await eventually(async () => {
    const { body } = await api.get<Page<Conversation>>(`/conversations?contact_id=${id}`)
    return body.data[0]?.id
  })
  const sent = await api.post<{ data: { provider_message_id: string | null } }>('/messages', {
    conversation_id,
    text: word('answer'),
  })
  if (sent.status !== 202) throw new Error(JSON.stringify(sent.body))
  const own = String(sent.body.data.provider_message_id)
  words.push(own)
  const read = `/messages?status=read&conversation_id=${conversation_id}`
  await eventually(async () => (await api.get<Page<object>>(read)).body.pagination.total > 0)
  return { id, conversation_id, words, own, hidden, outgoing, word }
}

async function stored(words: readonly string[]): Promise<void> {
  await eventually(async () => {
    const found = (await leftOf(product.config, words)).join(' ')
    const missing = words.filter((word) => !found.includes(word))
    if (missing.length > 0) throw new Error(`never stored: ${missing}`)
    return true
  })
}

async function answersWith(words: readonly string[]) {
  return (await everyAnswer(api, 'openapi.json')).flatMap(({ path, text }) => {
    const hits = wordsIn(text, words)
    return hits.length > 0 ? [`${path} has ${hits.join(', ')}`] : []
  })
}

test('nothing is left of a person of a gateway, nor after a rebuild', async (t) => {
  // WAHA's `message` is a part of `message.any`: whether an event is in it must be known when nobody can read it.
  const events = [...STRUCTURED_EVENTS, 'message']
  await api.put('/webhooks', { connection_id: connection, url: customer.url, events })
  const { id, words } = await talked('553199778800', '90000778800', 'Gia')
  await stored(words)
  await eventually(async () =>
    (await deliveriesOf(api, 'limit=200')).every(({ status }) => status === 'delivered'),
  )
  await erased(api, id)
  t.same(await leftOf(product.config, words), [])
  t.same(await answersWith(words), [])

  const before = await everything({ api: () => api })
  const rebuilt = await runTool(
    (console) => rebuildTool(console, new AbortController().signal),
    product.config,
  )
  t.equal(rebuilt.code, 0, [...rebuilt.told, ...rebuilt.lines].join('\n'))
  t.same(await leftOf(product.config, words), [], 'after a rebuild')
  t.strictSame(await everything({ api: () => api }), before, 'the same rows and ids')
})

test('an echo and an ack that name only a hidden id of the person are erased with it', async (t) => {
  const person = await talked('553199778811', '90000778811', 'Hera')
  const lid = '90000999911@lid'
  const text = 'Hera-answer'
  await gatewaySays('message.any', person.outgoing(person.own, text, lid, 'api'))
  await gatewaySays('message.ack', { ...person.outgoing(person.own, text, lid, 'api'), ack: 3 })
  const words = ['Hera-answer', lid, person.own]
  await stored(words)
  await erased(api, person.id)
  t.same(await leftOf(product.config, words), [])
})
