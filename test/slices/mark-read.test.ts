import { randomUUID } from 'node:crypto'
import { factMetadata } from '@recado/application/commands/command-context'
import type { Fact } from '@recado/domain/decision'
import { test } from 'tap'
import { contactCreated, textReceived } from '../examples/conversation-facts.ts'
import { eventually } from '../kit/eventually.ts'
import { callsOf } from '../kit/provider-calls.ts'
import { addFreemium, issueKey, openTenant, type Tenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Message = { id: number; message_id: string; text: string; status: string; read_at: string }
type Page<T> = { data: T[] }
type Problem = { error: { code: string; message: string } }

const world = await startWorld()
test('marking as read', async (t) => {
  t.teardown(() => world.stop())
  const { sim, connection } = world
  const api = world.api()
  const asked = async () =>
    (await callsOf(world))
      // Templates are listed in the background.
      .filter(({ url }) => !url.includes('/message_templates'))
      .map(({ method, url, body }) => [method, url.replace(/^\/v\d+\.0/, ''), body])
  const markings = async ({ message_id }: Message) => {
    let count = 0
    for await (const { type } of world.product().deps.store.readStream(`message-${message_id}`))
      if (type === 'MessageMarkedRead') count += 1
    return count
  }
  const arrived = async (phone: string, text: string) => {
    const wamid = await world.userWrites(phone, text)
    const path = `/messages?provider_message_id=${encodeURIComponent(wamid)}`
    const message = await eventually(async () => (await api.get<Page<Message>>(path)).body.data[0])
    return { ...message, wamid }
  }
  const unread = async (phone: string) => {
    const { body } = await api.get<Page<{ unread_count: number }>>(`/conversations?phone=${phone}`)
    return body.data[0]?.unread_count
  }
  const detail = async ({ id }: Message) =>
    (await api.get<{ data: Message }>(`/messages/${id}`)).body.data

  await t.test('an older message leaves newer ones unread', async (t) => {
    const phone = '5531987654321'
    const first = await arrived(phone, 'Oi')
    const second = await arrived(phone, 'Tem pão?')
    const third = await arrived(phone, 'E café?')
    t.equal(await unread(phone), 3)
    await sim('DELETE', '/requests')
    const answer = await api.post(`/messages/${second.id}/read`)
    t.equal(answer.status, 200)
    t.strictSame(answer.body, { data: { id: second.id, status: 'read' } })
    t.match(answer.headers, { 'x-event-position': /^\d+$/ })
    t.strictSame(await asked(), [
      [
        'POST',
        `/${connection.phone_number_id}/messages`,
        JSON.stringify({ messaging_product: 'whatsapp', status: 'read', message_id: second.wamid }),
      ],
    ])
    t.equal(await unread(phone), 1)
    t.match(await detail(second), { status: 'read', read_at: /^\d{4}-.*Z$/ })
    t.match(await detail(third), { status: 'received', read_at: null })
    await api.post(`/messages/${first.id}/read`)
    t.equal(await unread(phone), 1)
    await api.post(`/messages/${third.id}/read`)
    t.equal(await unread(phone), 0)
  })

  await t.test('repeated or concurrent requests mark a message once', async (t) => {
    const message = await arrived('5531987650002', 'Oi')
    const path = `/messages/${message.id}/read`
    const answers = await Promise.all([api.post(path), api.post(path), api.post(path)])
    t.same(new Set(answers.map(({ status }) => status)), new Set([200]))
    await sim('DELETE', '/requests')
    const again = await api.post(path)
    t.match(again, { status: 200, body: { data: { id: message.id, status: 'read' } } })
    t.strictSame(await asked(), [], 'the provider knows already')
    t.equal(await markings(message), 1)
  })

  await t.test(
    'with typing the person also sees that somebody writes, as often as it is asked',
    async (t) => {
      const message = await arrived('5531987650012', 'Oi')
      const path = `/messages/${message.id}/read`
      const marking = { messaging_product: 'whatsapp', status: 'read', message_id: message.wamid }
      const sent = JSON.stringify({ ...marking, typing_indicator: { type: 'text' } })
      const url = `/${connection.phone_number_id}/messages`
      for (const typing of [true, true, false, null]) {
        await sim('DELETE', '/requests')
        t.equal((await api.post(path, { typing })).status, 200)
        t.strictSame(await asked(), typing ? [['POST', url, sent]] : [])
      }
      t.equal(await markings(message), 1)
      t.match(await api.post(path, { typing: 'yes' }), {
        status: 422,
        body: { error: { code: 'validation', message: /^typing / } },
      })
    },
  )

  await t.test('a request of any content type without a body is accepted', async (t) => {
    const message = await arrived('5531987650003', 'Oi')
    const call = { method: 'POST', path: `/messages/${message.id}/read` } as const
    const headers = { 'content-type': 'text/plain' }
    t.equal((await api.call({ ...call, headers })).status, 200)
  })

  await t.test('a message of the business is refused', async (t) => {
    const recipient = { phone: '5531987650004' }
    await api.post('/messages', { connection_id: connection.id, recipient, text: 'Bom dia' })
    const { body } = await api.get<Page<Message>>('/messages?direction=outbound')
    t.match(await api.post(`/messages/${body.data[0]?.id}/read`), {
      status: 422,
      body: { error: { code: 'validation', message: /inbound/ } },
    })
  })

  await t.test('a message of another account, or an unknown one, is not found', async (t) => {
    const message = await arrived('5531987650005', 'Oi')
    const other = await openTenant(world.product())
    const notFound = { status: 404, body: { error: { code: 'not_found' } } }
    t.match(await other.api.post(`/messages/${message.id}/read`), notFound)
    t.match(await api.post('/messages/999999999/read'), notFound)
    t.match(await api.post('/messages/none/read'), notFound)
    t.equal(await markings(message), 0)
  })

  await t.test('the connection is checked before the plan', async (t) => {
    const product = world.product()
    const basic = await openTenant(product, 'basic')
    const unsupported = {
      status: 422,
      body: { error: { code: 'validation', message: /does not support mark-read/ } },
    }
    for (const tenant of [world.tenant, basic]) {
      const { id } = await addFreemium(product, tenant.id)
      const logId = await receive(tenant, id)
      t.match(await tenant.api.post(`/messages/${logId}/read`), unsupported)
    }
    const upgrade = { status: 403, body: { error: { code: 'upgrade_required' } } }
    t.match(await basic.api.post('/messages/999999999/read'), upgrade)
    const official = await arrived('5531987650006', 'Oi')
    await product.operator.patch(`/accounts/${world.tenant.id}`, { plan: 'basic' })
    t.match(await api.post(`/messages/${official.id}/read`), upgrade)
    await product.operator.patch(`/accounts/${world.tenant.id}`, { plan: 'official' })
    t.equal((await api.post(`/messages/${official.id}/read`)).status, 200)
    const reader = product.api((await issueKey(product, basic.id, ['read'])).key)
    t.match(await reader.post('/messages/1/read'), {
      status: 403,
      body: { error: { code: 'forbidden' } },
    })
  })

  await t.test('nothing is marked when the provider fails or refuses', async (t) => {
    const message = await arrived('5531987650007', 'Oi')
    const path = `/messages/${message.id}/read`
    const call = `POST /v`
    for (const fault of [
      { kind: 'error', code: 131000 },
      { kind: 'error', code: 130429 },
      { kind: 'http', status: 500 },
      { kind: 'reset' },
      { kind: 'timeout' },
    ]) {
      await sim('POST', '/faults', { ...fault, call })
      t.match(await api.post(path), { status: 502, body: { error: { code: 'provider_error' } } })
    }
    await sim('POST', '/faults', { kind: 'error', code: 131009, details: 'too old', call })
    const refused = await api.post<Problem>(path)
    t.match(refused, { status: 422, body: { error: { code: 'validation', message: /too old/ } } })
    t.equal(await markings(message), 0)
    t.equal(await unread('5531987650007'), 1)
    t.equal((await api.post(path)).status, 200)
  })

  /** Records an inbound message on a connection without a provider, as intake would. @returns its log id */
  async function receive(tenant: Tenant, connection_id: string): Promise<number> {
    const { deps } = world.product()
    const [message_id, conversation_id, contact_id] = [randomUUID(), randomUUID(), randomUUID()]
    const at = new Date().toISOString()
    const ids = { connection_id, conversation_id, contact_id }
    const received = textReceived(message_id, `wamid.${message_id}`)
    const append = async (stream: string, fact: Fact) => {
      const context = {
        account_id: tenant.id,
        actor: { type: 'system', id: 'test' },
        correlation_id: message_id,
        causation_id: message_id,
        request_id: null,
        now: deps.now,
        newId: deps.newId,
      } as const
      const metadata = factMetadata(context, fact.type)
      return deps.store.append(stream, 'no_stream', [{ ...fact, id: randomUUID(), metadata }])
    }
    await append(`contact-${contact_id}`, {
      ...contactCreated,
      data: { contact_id, created_at: at },
    })
    await append(`conversation-${conversation_id}`, {
      type: 'ConversationOpened',
      data: { ...ids, opened_at: at },
    })
    const { position } = await append(`message-${message_id}`, {
      ...received,
      data: { ...received.data, ...ids },
    })
    await deps.readModels.waitFor(position, deps.config.READ_YOUR_WRITES_MS, null)
    return Number(position)
  }
})
