import { listed } from './contacts.ts'
import { eventually } from './eventually.ts'
import { metaSays } from './meta-says.ts'
import { sell } from './sales.ts'
import type { World } from './world.ts'

type Json = Record<string, unknown>

/** Somebody of whom something was said in every way. */
export type WholePerson = {
  /** Of the contact. */
  readonly id: string
  readonly phone: string
  readonly conversation_id: string
  /** Every identity and text of the person, each in its own way: none may be left of an erased person. */
  readonly words: readonly string[]
  /** The file that was uploaded for the person. */
  readonly uploaded: string
}

/** Words that are told of a person, and remembered. */
function remembering(name: string) {
  const words: string[] = []
  return {
    words,
    word(about: string): string {
      const word = `${name}-${about}`
      words.push(word)
      return word
    },
  }
}

type Told = ReturnType<typeof remembering>

const T0 = 1_767_225_600

/**
 * Lets a person be told of on the official API by every route, hook and type of message.
 * @param n up to four digits, different for each person of a test
 */
export async function wholePerson(
  world: World,
  n: number,
  name = `Wanda${n}`,
): Promise<WholePerson> {
  const told = remembering(name)
  const digits = String(n).padStart(4, '0')
  const phone = `553199667${digits}`
  const bsuid = `BR.${name}Id`
  told.words.push(phone, `+${phone}`, bsuid)
  const person = { phone, bsuid, parent: `${name}Parent` }
  told.words.push(person.parent)
  const from = { from: phone, from_user_id: bsuid, from_parent_user_id: `BR.ENT.${person.parent}` }
  const contacts = [
    {
      profile: { name: told.word('Profile'), username: `${name.toLowerCase()}.user` },
      wa_id: phone,
      user_id: bsuid,
      parent_user_id: `BR.ENT.${person.parent}`,
    },
  ]
  told.words.push(`${name.toLowerCase()}.user`)
  let sent = 0
  const message = (type: string, content: unknown, more: Json = {}) => {
    sent += 1
    const id = told.word(`wamid-${sent}`)
    return { id, timestamp: String(T0 + sent), type, [type]: content, ...from, ...more }
  }
  const says = (...messages: Json[]) => metaSays(world, { contacts, messages })

  await says(...contentsOf(told, name).map(([type, content]) => message(type, content)))
  const id = await contactOf(world, phone)
  await says(message('text', { body: told.word('Alone') }, { referral: referralOf(told) }))
  const quoted = { context: { id: told.word('Quoted'), from: phone } }
  const first = message('text', { body: told.word('Edited') }, quoted)
  await says(first)
  const edited = { type: 'text', text: { body: told.word('Edit') } }
  await says(message('edit', { original_message_id: first.id, message: edited }))
  await says(message('revoke', { original_message_id: first.id }))
  // Repeats, with another name beside them.
  await metaSays(world, { contacts, messages: [first], again: told.word('Repeat') })
  await metaSays(world, {
    ...{ field: 'calls', contacts },
    calls: [
      {
        ...{ id: told.word('wacid'), event: 'connect', direction: 'USER_INITIATED', ...from },
        ...{ to: world.connection.phone_number_digits, timestamp: String(T0 + 90) },
      },
    ],
  })
  await metaSays(world, {
    field: 'smb_message_echoes',
    message_echoes: [
      {
        ...{ id: told.word('wamid-echo'), from: world.connection.phone_number_digits, to: phone },
        ...{ type: 'text', text: { body: told.word('Echo') }, timestamp: String(T0 + 91) },
      },
    ],
  })
  await metaSays(world, {
    field: 'user_preferences',
    contacts,
    user_preferences: [
      {
        ...{ wa_id: phone, category: 'marketing_messages', value: 'resume' },
        ...{ detail: told.word('Preference'), timestamp: T0 + 92 },
      },
    ],
  })
  const listedAs = { full_name: told.word('Listed'), first_name: 'W', phone_number: phone }
  await metaSays(world, {
    field: 'smb_app_state_sync',
    state_sync: [
      { type: 'contact', contact: listedAs, action: 'add', metadata: { timestamp: T0 + 93 } },
    ],
  })
  await history(world, told, phone)
  await metaSays(world, {
    statuses: [
      {
        ...{ id: told.word('wamid-unknown'), status: 'failed', timestamp: String(T0 + 94) },
        ...{ recipient_id: phone, errors: [{ code: 131026, title: told.word('StatusError') }] },
      },
    ],
  })
  const large = 'x'.repeat(900_000)
  await metaSays(world, {
    contacts,
    messages: [message('text', { body: told.word('Large') })],
    large,
  })

  const conversation_id = await conversationOf(world, id)
  const uploaded = await byRoutes(world, told, { id, phone, conversation_id })
  return { id, phone, conversation_id, words: told.words, uploaded }
}

const contactOf = (world: World, phone: string) =>
  eventually(async () => (await listed({ api: world.api() }, `phone=${phone}`)).ids[0])

const conversationOf = (world: World, id: string) =>
  eventually(async () => {
    type Page = { data: { id: string }[] }
    const { body } = await world.api().get<Page>(`/conversations?contact_id=${id}`)
    return body.data[0]?.id
  })

/** A message of each type, with words wherever one has room for them. */
function contentsOf(told: Told, name: string): readonly (readonly [string, unknown])[] {
  const { word } = told
  const file = (type: string) => ({
    ...{ id: `file-${name}-${type}`, mime_type: 'application/pdf', sha256: 'aa=' },
    ...{ filename: word(`File-${type}`), caption: word(`Caption-${type}`) },
  })
  const card = { name: { formatted_name: word('Card') }, phones: [{ phone: word('CardPhone') }] }
  const place = { latitude: 1.5, longitude: 2.5, name: word('Place'), address: word('Address') }
  const reply = (kind: string) => ({ id: word(`${kind}-id`), title: word(`${kind}-title`) })
  const flow = { name: 'flow', body: word('Flow'), response_json: `{"a":"${word('FlowAnswer')}"}` }
  const item = { product_retailer_id: word('Product'), quantity: 1 }
  return [
    ['text', { body: word('Text') }],
    ...['image', 'video', 'audio', 'document', 'sticker'].map(
      (type) => [type, file(type)] as const,
    ),
    ['location', place],
    ['contacts', [card]],
    ['interactive', { type: 'button_reply', button_reply: reply('button') }],
    [
      'interactive',
      { type: 'list_reply', list_reply: { ...reply('list'), description: word('Row') } },
    ],
    ['interactive', { type: 'nfm_reply', nfm_reply: flow }],
    ['button', { payload: word('Payload'), text: word('Pressed') }],
    ['reaction', { message_id: word('Reacted'), emoji: word('Emoji') }],
    ['order', { catalog_id: 'c', text: word('Order'), product_items: [item] }],
    ['request_welcome', { note: word('Welcome') }],
    ['unsupported', { note: word('Unsupported') }],
    ['invented', { note: word('Invented') }],
  ]
}

function referralOf({ word }: Told): Json {
  return {
    ...{ source_type: 'ad', source_id: '238001', headline: word('AdHead'), body: word('AdBody') },
    ...{ source_url: `https://shop.example/?who=${word('AdUrl')}`, ctwa_clid: word('Click') },
  }
}

async function history(world: World, { word }: Told, phone: string): Promise<void> {
  const past = (of: string, from: string, more: Json) => ({
    ...{ from, id: word(`wamid-${of}`), timestamp: '1760000001', type: 'text' },
    ...{ text: { body: word(of) }, history_context: { status: 'READ' }, ...more },
  })
  const image = { caption: word('PastCaption'), mime_type: 'image/jpeg', id: '99', sha256: 'aa=' }
  const business = world.connection.phone_number_digits
  const picture = past('PastImage', phone, { type: 'image', image })
  const messages = [past('Past', phone, {}), past('PastAnswer', business, { to: phone }), picture]
  await world.sim('POST', `/numbers/${world.connection.phone_number_id}/history`, {
    threads: [{ id: phone, messages }],
  })
}

type Target = Pick<WholePerson, 'id' | 'phone' | 'conversation_id'>

/** What callers say of a person. @returns the id of a file that was uploaded for it */
async function byRoutes(world: World, told: Told, target: Target): Promise<string> {
  const { word } = told
  const { id, phone, conversation_id } = target
  const api = world.api()
  await api.patch(`/contacts/${id}`, { name: word('Named') })
  await api.patch(`/conversations/${conversation_id}`, {
    ...{ internal_note: word('Note'), tags: [word('Tag')], assignee_name: word('Assignee') },
  })
  await sell(world.product(), world.tenant, { conversation_id })
  await sell(world.product(), world.tenant, { phone })
  const uploaded = await upload(world, word('Upload'))
  const send = async (body: Json, key?: string, expected = 202) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const requested = { 'x-request-id': word(`request-${Object.keys(body)[0]}`), ...headers }
    const { status, body: answer } = await api.call({
      ...{ method: 'POST', path: '/messages', headers: requested },
      body: { conversation_id, ...body },
    })
    if (status !== expected) throw new Error(`${status}: ${JSON.stringify(answer)}`)
  }
  await send({ text: word('Answer'), biz_opaque_callback_data: word('Opaque') }, word('key-0001'))
  await send({
    type: 'document',
    media: { id: uploaded, filename: word('SentFile'), caption: word('SentCaption') },
  })
  await send({ type: 'reaction', reaction: { message_id: word('SentReacted'), emoji: '👍' } })
  await send({
    type: 'location',
    location: { latitude: 1, longitude: 2, name: word('SentPlace'), address: word('SentAddress') },
  })
  await send({
    type: 'contacts',
    contacts: [{ name: { formatted_name: word('SentCard'), first_name: word('SentFirst') } }],
  })
  const parameters = [word('Parameter'), '991'].map((text) => ({ type: 'text', text }))
  const components = [{ type: 'body', parameters }]
  await eventually(async () => {
    type Page = { data: unknown[] }
    return (await api.get<Page>('/templates')).body.data.length > 0
  })
  await send({ type: 'template', template: { name: 'order_ready', language: 'pt_BR', components } })
  await world.sim('POST', '/faults', {
    kind: 'error',
    code: 131026,
    details: `${phone} ${word('Refused')}`,
  })
  await send({ text: word('RefusedText') }, word('key-0002'), 422)
  await world.sim('POST', '/faults', { kind: 'failed_status', code: 131047 })
  await send({ text: word('FailedText') })
  return uploaded
}

async function upload(world: World, filename: string): Promise<string> {
  const part = (about: string, content: string) =>
    `--edge\r\ncontent-disposition: form-data; ${about}\r\n\r\n${content}\r\n`
  const pdf = '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'
  const file = `name="file"; filename="${filename}.pdf"\r\ncontent-type: application/pdf`
  const body = `${part('name="connection_id"', world.connection.id)}${part(file, pdf)}--edge--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
  const answer = await world.api().call<{ data: { id: string } }>({
    ...{ method: 'POST', path: '/media', headers, body },
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.id
}
