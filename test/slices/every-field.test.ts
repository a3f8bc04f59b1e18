import { Contact, ContactDetail } from '@recado/contract/contact'
import {
  Conversation,
  ConversationDetail,
  HistoryItem,
  ResolvedConversation,
} from '@recado/contract/conversation'
import { LoggedMessage, MessageDetail } from '@recado/contract/message'
import { RawEvent } from '@recado/contract/raw-event'
import { Sale } from '@recado/contract/sale'
import { Stage } from '@recado/contract/stage'
import { Template } from '@recado/contract/template'
import { ListedDelivery } from '@recado/contract/webhook-delivery'
import { t as file, test } from 'tap'
import { z } from 'zod'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { sell } from '../kit/sales.ts'
import { sendMessage } from '../kit/sent.ts'
import { startWorld } from '../kit/world.ts'

type Json = Record<string, unknown>
type Schema = { readonly properties?: Readonly<Record<string, Schema>>; readonly items?: Schema }
type Many = { data: Json[] }

const world = await startWorld({ behaviour: { statuses: [] } })
file.teardown(() => world.stop())
const api = world.api()
const { connection, tenant } = world
const phone = '5531987654321'
const bsuid = 'BR.1A2B3C'
const at = (seconds: number) => String(1767225600 + seconds)

await api.put('/webhooks', { connection_id: connection.id, url: world.customer.url })
const referral = {
  source_type: 'ad',
  source_id: '238001',
  source_url: 'https://shop.example/?utm_source=fb&utm_campaign=winter',
}
await metaSays(world, {
  contacts: [
    {
      profile: { name: 'Ana', username: '@ana' },
      wa_id: phone,
      user_id: bsuid,
      parent_user_id: 'BR.ENT.1',
    },
  ],
  messages: [
    textFrom(
      { phone, bsuid },
      {
        referral,
        context: { id: 'wamid.0' },
        type: 'image',
        image: {
          id: '1',
          mime_type: 'image/jpeg',
          caption: 'Veja',
          sha256: 'x',
          filename: 'a.jpg',
        },
      },
    ),
  ],
})
const talk = await eventually(async () => (await api.get<Many>('/conversations')).body.data[0])
const conversation_id = String(talk.id)
await api.patch(`/conversations/${conversation_id}`, {
  tags: ['vip'],
  assignee_name: 'Bia',
  internal_note: 'Calls back',
})
await sell(world.product(), tenant, { phone })
await sell(world.product(), tenant, { phone: '(31) 90000-0009' })
const withdrawn = textFrom({ phone, bsuid })
const revoke = { type: 'revoke', revoke: { original_message_id: withdrawn.id } }
await metaSays(world, { messages: [withdrawn, textFrom({ phone, bsuid }, revoke)] })
const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' }
await send({ text: 'Oi', biz_opaque_callback_data: 'order 1', reply_to_message_id: 'wamid.0' }, [
  { status: 'sent', timestamp: at(10), pricing },
  { status: 'delivered', timestamp: at(11) },
  { status: 'read', timestamp: at(12) },
])
const error = { code: 131026, title: 'Undeliverable', error_data: { details: 'Not on WhatsApp' } }
await send({ text: 'Oi?' }, [{ status: 'failed', timestamp: at(20), errors: [error] }])
world.customer.answers(500)
await metaSays(world, { messages: [textFrom({ phone, bsuid })] })
await eventually(async () => (await listOf('/webhooks/deliveries')).some((one) => one.last_error))
world.customer.answers(200)
await eventually(async () => (await listOf('/messages')).some(({ status }) => status === 'failed'))
await eventually(async () => (await listOf('/sales')).some((sale) => sale.conversation_id !== null))
await eventually(async () => (await listOf('/messages')).some(({ revoked_at }) => revoked_at))
await eventually(async () => (await listOf('/templates')).length > 0)

/** Sends an answer, and lets Meta report these statuses of it. */
async function send(body: Json, statuses: readonly Json[]) {
  const { provider_message_id: id } = await sendMessage(api, { conversation_id, ...body })
  for (const status of statuses)
    await metaSays(world, { statuses: [{ id, recipient_id: phone, ...status }] })
}

async function listOf(path: string): Promise<Json[]> {
  return (await api.get<Many>(path)).body.data
}

async function oneOf(path: string): Promise<Json[]> {
  const { status, body } = await api.get<{ data: Json }>(path)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return [body.data]
}

const contact = `/contacts/${talk.contact_id}`
const by = `connection_id=${connection.id}&phone=${phone}`
const details = async () => {
  const log = await listOf('/messages')
  return (await Promise.all(log.map(({ id }) => oneOf(`/messages/${id}`)))).flat()
}
const resources: readonly (readonly [name: string, schema: z.ZodType, () => Promise<Json[]>])[] = [
  ['contact', Contact, () => listOf('/contacts')],
  ['contact with sessions and sales', ContactDetail, () => oneOf(contact)],
  ['stage', Stage, () => listOf('/stages')],
  ['conversation', Conversation, () => listOf('/conversations')],
  ['conversation detail', ConversationDetail, () => oneOf(`/conversations/${conversation_id}`)],
  ['resolved', ResolvedConversation, () => oneOf(`/conversations/resolve?${by}`)],
  ['history', HistoryItem, () => listOf(`/conversations/${conversation_id}/messages`)],
  ['message', LoggedMessage, () => listOf('/messages')],
  ['message with its payload', MessageDetail, details],
  ['sale', Sale, () => listOf('/sales')],
  ['template', Template, () => listOf('/templates')],
  ['raw event', RawEvent, () => listOf('/webhook-events')],
  ['delivery', ListedDelivery, () => listOf('/webhooks/deliveries')],
]

for (const [name, schema, read] of resources)
  test(`${name}: every field has a value somewhere`, async (t) => {
    const documents = await read()
    t.same(neverFilled(z.toJSONSchema(schema, { io: 'output' }) as Schema, documents), [])
  })

/** Paths of the fields that are null, empty or missing in all documents. */
function neverFilled(schema: Schema, values: readonly unknown[], path = ''): string[] {
  const filled = values.filter((value) => value !== null && value !== undefined && value !== '')
  if (filled.length === 0) return [path]
  if (schema.items !== undefined) return neverFilled(schema.items, filled.flat(), `${path}[]`)
  const fields = Object.entries(schema.properties ?? {})
  return fields.flatMap(([name, field]) =>
    neverFilled(
      plain(field),
      filled.map((value) => (value as Json)[name]),
      `${path}.${name}`,
    ),
  )
}

/** Of a nullable object or array: the schema without null. */
function plain(schema: Schema & { anyOf?: readonly Schema[] }): Schema {
  const halves = schema.anyOf?.filter((half) => half.properties ?? half.items)
  return halves?.length === 1 ? (halves[0] as Schema) : schema
}
