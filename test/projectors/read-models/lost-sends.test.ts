import { randomUUID } from 'node:crypto'
import { providerMessageId } from '@recado/application/ids'
import type { ContactIdentityLinked } from '@recado/domain/contact/events'
import type { Party } from '@recado/domain/message/events'
import type { Rows } from '@recado/projectors/engine/projection'
import { messageByCorrelation } from '@recado/projectors/read-models/provider-messages'
import { t as file, test } from 'tap'
import { connectionId } from '../../examples/connection.ts'
import { contactCreated, sendRequested, statusReported } from '../../examples/conversation-facts.ts'
import { projecting } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'
import { stored } from '../../kit/stored.ts'

const AT = '2026-01-01T09:00:00.000Z'
const nobody: Party = { phone: null, business_scoped_user_id: null }
const phone = (digits: string): Party => ({ ...nobody, phone: digits })
const bsuid = (id: string): Party => ({ ...nobody, business_scoped_user_id: id })

type Names = Partial<Record<ContactIdentityLinked['data']['kind'], string>>

const read = await projecting(projections)
file.teardown(() => read.close())

/** Whether a status for one recipient proves a send to another that carries the same client value. */
async function proves(sentTo: Party, told: Party, person: Names = {}): Promise<boolean> {
  const [id, contact_id, value] = [randomUUID(), randomUUID(), randomUUID().slice(9)]
  const request = sendRequested(id, value)
  const report = statusReported(value, 'delivered', 1, value)
  const stream = providerMessageId({ connection_id: connectionId, provider_message_id: value })
  await read.given(
    stored(`contact-${contact_id}`, { ...contactCreated, data: { contact_id, created_at: AT } }),
    ...Object.entries(person).map(([kind, name]) =>
      stored(`contact-${contact_id}`, {
        type: 'ContactIdentityLinked',
        data: { contact_id, kind, value: name, match_key: name, connection_id: null },
      }),
    ),
    stored(`message-${id}`, {
      ...request,
      data: { ...request.data, contact_id, recipient: sentTo },
    }),
    stored(`providerMessage-${stream}`, {
      ...report,
      data: { ...report.data, intent: { ...report.data.intent, recipient: told } },
    }),
  )
  const sql = 'select status from messages where id = $1'
  const [row] = await read.query<{ status: string }>(sql, [id])
  return row?.status === 'delivered'
}

test('the client value proves a lost send to the same phone, in either form of the number', async (t) => {
  t.ok(await proves(phone('553187654321'), phone('5531987654321')))
  t.ok(await proves(phone('5215512345678'), phone('525512345678')))
})

test('numbers that share their last eight digits are not equal', async (t) => {
  for (const [sentTo, told] of [
    ['5511987654321', '5521987654321'],
    ['5531932654321', '553132654321'],
    ['5511987654321', '4411987654321'],
  ] as const)
    t.notOk(await proves(phone(sentTo), phone(told)), `${sentTo} and ${told}`)
})

test('a recipient known by phone and by user id is one recipient, whichever of the two the status names', async (t) => {
  const person = { phone: '5531987654321', business_scoped_user_id: 'BR.1A2B3C' }
  t.ok(await proves(phone('5531987654321'), bsuid('BR.1A2B3C'), person))
  t.ok(await proves(bsuid('BR.1A2B3C'), phone('553187654321'), person))
  t.ok(await proves(bsuid('BR.1A2B3C'), bsuid('BR.1A2B3C')))
  const linked = { parent_business_scoped_user_id: 'BR.ENT.1', business_scoped_user_id: 'BR.1' }
  t.ok(await proves(bsuid('BR.ENT.1'), bsuid('BR.1'), linked))
})

test('a status of another recipient, or without a recipient, proves nothing', async (t) => {
  const person = { phone: '5531987654321', business_scoped_user_id: 'BR.1A2B3C', lid: '900001' }
  t.notOk(await proves(phone('5531987654321'), bsuid('BR.OTHER'), person))
  t.notOk(await proves(bsuid('BR.1A2B3C'), phone('5511987654321'), person))
  t.notOk(await proves(bsuid('BR.1A2B3C'), bsuid('BR.OTHER'), person))
  t.notOk(await proves(phone('5531987654321'), bsuid('BR.1A2B3C')), 'the BSUID is unknown')
  t.notOk(await proves(nobody, phone('900001'), { lid: '900001' }), 'a hidden id is not a phone')
  t.notOk(await proves(phone('5531987654321'), nobody, person))
})

test('with one client value for a campaign, a status proves a send only while at most 100 are unproven', async (t) => {
  const value = `campaign ${randomUUID()}`
  const to = (n: number) => phone(`55319${String(10_000_000 + n)}`)
  const contact_id = randomUUID()
  const send = (n: number, id = randomUUID()) => {
    const request = sendRequested(id, value)
    const data = { ...request.data, contact_id, recipient: to(n) }
    return { id, fact: stored(`message-${id}`, { ...request, data }) }
  }
  const told = (n: number) => {
    const wamid = randomUUID()
    const report = statusReported(wamid, 'delivered', 1, value)
    const intent = { ...report.data.intent, recipient: to(n) }
    const stream = `providerMessage-${providerMessageId({ connection_id: connectionId, provider_message_id: wamid })}`
    return stored(stream, { ...report, data: { ...report.data, intent } })
  }
  const statusOf = async (id: string) => {
    const [row] = await read.query<{ status: string }>(
      'select status from messages where id = $1',
      [id],
    )
    return row?.status
  }
  const few = Array.from({ length: 100 }, (_, n) => send(n))
  await read.given(...few.map(({ fact }) => fact))
  await read.given(told(7))
  t.equal(await statusOf(few[7]?.id ?? ''), 'delivered')
  // The proven send no longer waits: 101 are left.
  const many = Array.from({ length: 2 }, (_, n) => send(200 + n))
  await read.given(...many.map(({ fact }) => fact))
  await read.given(told(201))
  t.equal(await statusOf(many[1]?.id ?? ''), 'pending', 'too many unproven sends have the value')
  await read.given(...few.slice(8, 30).map((_, n) => told(8 + n)))
  t.equal(await statusOf(few[9]?.id ?? ''), 'pending')
})

test('the query for sends that a client value may prove uses the columns of its index', async (t) => {
  const asked: unknown[] = []
  const find = async (...of: unknown[]) => {
    asked.push(of)
    return []
  }
  const rows = { find } as unknown as Rows
  const { intent } = statusReported('wamid.X', 'delivered', 1, 'campaign').data
  t.equal(await messageByCorrelation(rows, connectionId, intent), undefined)
  t.match(asked, [
    [
      {},
      'biz_opaque_callback_data',
      'campaign',
      { where: /provider_message_id is null/, most: 2_000 },
    ],
  ])
})
