import { newEvents } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { mediaId, providerMessageId, streamOf } from '@recado/application/ids'
import type { Fact } from '@recado/domain/decision'
import { media } from '@recado/domain/media/media'
import { providerMessage } from '@recado/domain/provider-message/provider-message'
import { t as file, test } from 'tap'
import { auditedWhole } from '../kit/audited.ts'
import { listed, save } from '../kit/contacts.ts'
import { deliveriesOf } from '../kit/deliveries.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { factsLeft, leftOf } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { sendMessage } from '../kit/sent.ts'
import { startWorld } from '../kit/world.ts'

// Names that several persons had one after the other, and what comes by them.

type Erasure = { data: { recipients: { webhook_id: string; last_at: string }[] } }
type Export = { data: { recipients: { target_url: string; delivered: number }[] } }
type RawEvents = { data: { payload: object }[]; pagination: { total: number } }

const world = await startWorld({ settings: { FACT_KEYS: 'own' } })
file.teardown(() => world.stop())
const api = () => world.api()

const contactOf = (phone: string) =>
  eventually(async () => (await listed({ api: api() }, `phone=${phone}`)).ids[0])

const said = (phone: string, body: string, more: object = {}) =>
  textFrom({ phone }, { text: { body }, ...more })

/** A time that is after any erasure so far, by the provider's clock. */
const soon = () => ({ timestamp: String(Math.floor(Date.now() / 1000) + 5) })

/** Posts messages, and waits until their raw event is shown. */
async function posts(...messages: object[]): Promise<void> {
  const total = async () =>
    (await api().get<RawEvents>('/webhook-events?limit=1')).body.pagination.total
  const before = await total()
  await metaSays(world, { messages })
  await eventually(async () => (await total()) > before)
}

const rawEvents = async () =>
  JSON.stringify((await api().get<RawEvents>('/webhook-events?limit=200')).body.data)

/** The facts that have one of the words, as who has the keys that are left reads them. */
const left = (...words: readonly string[]) => factsLeft(world.product().config, words)

async function differences(): Promise<readonly unknown[]> {
  const { findings } = await auditedWhole(world.product().config)
  return findings.filter(({ verdict }) => verdict === 'difference')
}

test('a repeat of what a person had said goes, whoever has its number by then', async (t) => {
  const phone = '5531994990001'
  const message = said(phone, 'Palavra-da-Primeira')
  await posts(message)
  const first = await contactOf(phone)
  await posts({ ...message, timestamp: '1767220000' })
  await api().patch(`/contacts/${first}`, { phone: '5531994990002' })
  const second = (await save({ api: api() }, { phone, name: 'Segunda' })).body.data.id
  t.not(second, first)
  await posts(said(phone, 'Palavra-da-Segunda'))
  await erased(api(), first)
  t.same(await left('Palavra-da-Primeira'), [])
  t.match(await rawEvents(), /Palavra-da-Segunda/)
  t.same(await differences(), [])
})

test('what comes late takes nothing of who has the number since', async (t) => {
  const phone = '5531994990011'
  const message = said(phone, 'Palavra-de-Antes')
  await posts(message)
  await erased(api(), await contactOf(phone))
  await posts(said(phone, 'Palavra-de-Depois', soon()))
  await contactOf(phone)
  await posts({ ...message, timestamp: '1767220001' }, said(phone, 'Palavra-Junto', soon()))
  await eventually(async () => (await left('Palavra-de-Antes')).length === 0)
  t.match(await rawEvents(), /Palavra-Junto/)
  t.match(await rawEvents(), /Palavra-de-Depois/)
  t.same(await differences(), [])
})

test('webhooks that list raw events only are recipients too', async (t) => {
  const { connection, customer } = world
  const put = await api().put<{ data: { id: string } }>('/webhooks', {
    ...{ connection_id: connection.id, url: customer.url },
    events: ['messages'],
  })
  const phone = '5531994990021'
  await posts(said(phone, 'Palavra-Passada'))
  const id = await contactOf(phone)
  await eventually(() => customer.arrivals.some(({ text }) => text.includes('Palavra-Passada')))
  await eventually(async () =>
    (await deliveriesOf(api())).some(({ status }) => status === 'delivered'),
  )
  const { body } = await api().get<Export>(`/contacts/${id}/export`)
  t.match(body.data.recipients, [{ target_url: customer.url, delivered: 1 }])
  await erased(api(), id)
  const { recipients } = (await api().get<Erasure>(`/contacts/${id}/erasure`)).body.data
  t.match(recipients, [{ webhook_id: put.body.data.id, last_at: /^2/ }])
})

test('many late events do not make the stream of an erasure long', async (t) => {
  const phone = '5531994990031'
  await posts(said(phone, 'Oi'))
  const id = await contactOf(phone)
  await erased(api(), id)
  const words = Array.from({ length: 30 }, (_, n) => `Palavra-Tardia-${n}.`)
  for (const word of words) await metaSays(world, { messages: [said(phone, word)] })
  await eventually(async () => (await left(...words)).length === 0)
  const types: string[] = []
  for await (const { type } of world.product().deps.store.readStream(`erasure-${id}`))
    types.push(type)
  t.notOk(types.includes('PersonalDataArrived'))
})

/** Appends a fact as a process does that had begun before the erasure. */
async function records(stream: string, fact: Fact): Promise<void> {
  const { store, newId, now } = world.product().deps
  const context = systemContext({ now, newId }, { part: 'test', account_id: world.tenant.id })
  const last = await store.readLast(stream)
  await store.append(stream, last?.revision ?? 'no_stream', newEvents([fact], context))
}

test('what is recorded after the search has passed it goes too, whatever it is', async (t) => {
  const phone = '5531994990041'
  const connection_id = world.connection.id
  await posts(said(phone, 'Oi'))
  const id = await contactOf(phone)
  const { conversation_id } = await sendMessage(api(), {
    ...{ connection_id, recipient: { contact_id: id } },
    text: 'Resposta',
  })
  type Messages = { data: { message_id: string; provider_message_id: string }[] }
  const message = await eventually(async () => {
    const path = `/messages?status=read&conversation_id=${conversation_id}`
    return (await api().get<Messages>(path)).body.data[0]
  })
  await erased(api(), id)
  const [raw_event_id, at] = [world.product().deps.newId(), new Date().toISOString()]
  const { message_id, provider_message_id } = message
  const unknown = { business_scoped_user_id: null, parent_business_scoped_user_id: null }
  const party = { phone, ...unknown, username: null, lid: null }
  const call = { provider_call_id: 'Chamada-Tardia', party, profile_name: 'Nome-da-Chamada' }
  await records(`call-${raw_event_id}`, {
    type: 'CallReceived',
    data: {
      ...{ connection_id, conversation_id, contact_id: id, raw_event_id, recorded_at: at },
      intent: { ...call, provider_timestamp: at },
    },
  })
  const file = { connection_id, provider_media_id: 'arquivo-1' }
  await records(streamOf(media, mediaId(file)), {
    type: 'MediaReceived',
    data: {
      ...{ ...file, message_id, mime_type: 'application/pdf', sha256: null },
      ...{ filename: 'Ficheiro-Tardio.pdf', received_at: at },
    },
  })
  const errors = [{ code: 131026, title: 'Erro-Tardio' }]
  await records(
    streamOf(providerMessage, providerMessageId({ connection_id, provider_message_id })),
    {
      type: 'MessageStatusReported',
      data: {
        ...{ connection_id, raw_event_id, recorded_at: at },
        intent: {
          ...{ provider_message_id, status: 'failed', provider_timestamp: at, errors },
          recipient: { phone, business_scoped_user_id: null },
          ...{ biz_opaque_callback_data: null, pricing: null },
        },
      },
    },
  )
  const words = [phone, 'Chamada-Tardia', 'Nome-da-Chamada', 'Ficheiro-Tardio', 'Erro-Tardio']
  await eventually(async () => (await leftOf(world.product().config, words)).length === 0)
  t.same(await leftOf(world.product().config, words), [])
})
