import { randomUUID } from 'node:crypto'
import { providerMessageId } from '@recado/application/ids'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { pausedAppend } from './held-steps.ts'
import { post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld({ SEND_RETRY_MS: '0' })

test("answers to callers by class of the provider's error", async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  t.beforeEach(() => world.forget())

  const stored = async (phone: string) => {
    const { rows } = await world.pool.query('select * from messages where party_phone = $1', [
      phone,
    ])
    return rows[0]
  }

  const refused = [
    ['invalid', 131009],
    ['media', 131053],
    ['window_closed', 131047],
    ['undeliverable', 131026],
    ['blocked', 131031],
    ['identity_changed', 137000],
    ['auth', 190],
  ] as const
  for (const [errorClass, code] of refused)
    t.test(`${errorClass} is answered 422, and the message is kept as failed`, async (t) => {
      const own = await world.connection(id)
      await world.fault({ kind: 'error', code, details: 'told why' })
      const to = somePhone()
      const answer = await post(world, key, '/messages', { from: own.id, to, text: 'a' })
      const message = errorClass === 'auth' ? /connection not usable.*190/ : `${code}`
      t.match(answer, { status: 422, body: { error: { code: 'validation' } } })
      t.match(answer.body.error.message, message)
      t.match(answer.body.error.message, /told why/)
      t.match(await stored(to), {
        status: 'failed',
        send_state: 'refused',
        error: { code, class: errorClass, details: 'told why' },
      })
      if (errorClass === 'auth')
        await eventually(() => world.deps.registry.connection(own.id)?.status === 'error')
      else t.equal(world.deps.registry.connection(own.id)?.status, 'connected')
    })

  const later = [
    ['throttle', 130429],
    ['retry', 131016],
  ] as const
  for (const [errorClass, code] of later)
    t.test(
      `${errorClass} beyond the quick retries is answered 202, not accepted, and goes on`,
      async (t) => {
        await world.fault({ kind: 'error', code, count: 5 })
        const to = somePhone()
        const answer = await post(world, key, '/messages', { from: connection.id, to, text: 'a' })
        t.match(answer, {
          status: 202,
          body: {
            data: { accepted: false, provider_message_id: null, delivery_status: 'pending' },
          },
        })
        t.match(await stored(to), { status: 'pending', send_state: 'deferred' })
      },
    )

  t.test('unknown is answered 202, not accepted, and never sent again', async (t) => {
    await world.fault({ kind: 'http', status: 502 })
    const to = somePhone()
    const answer = await post(world, key, '/messages', { from: connection.id, to, text: 'a' })
    t.match(answer, { status: 202, body: { data: { accepted: false } } })
    t.match(await stored(to), { status: 'pending', send_state: 'unresolved' })
    t.equal((await world.calls()).length, 1)
  })

  const reportDelivered = async (message_id: string, to: string) => {
    const wamid = await eventually(
      async () => (await world.accepted())[0]?.wamid as string | undefined,
    )
    const at = new Date().toISOString()
    const intent = {
      provider_message_id: wamid,
      status: 'delivered',
      provider_timestamp: at,
      recipient: { phone: to, business_scoped_user_id: null },
      biz_opaque_callback_data: message_id,
      errors: [],
      pricing: null,
    }
    const data = {
      connection_id: connection.id,
      intent,
      raw_event_id: randomUUID(),
      recorded_at: at,
    }
    const stream = providerMessageId({ connection_id: connection.id, provider_message_id: wamid })
    await world.append(id, `providerMessage-${stream}`, [{ type: 'MessageStatusReported', data }])
    return wamid
  }
  const keyed = (to: string) => {
    const idempotencyKey = `key-${to}`
    const ask = { from: connection.id, to, text: 'a' }
    const headers = { 'idempotency-key': idempotencyKey }
    return {
      message_id: world.deps.personIds.keyedMessageId({
        account_id: id,
        idempotency_key: idempotencyKey,
      }),
      sending: post(world, key, '/messages', ask, headers),
    }
  }

  t.test('a status that overtakes the answer counts before and after it', async (t) => {
    const recording = pausedAppend(world, t, 'MessageSent')
    const to = somePhone()
    const { message_id, sending } = keyed(to)
    const wamid = await reportDelivered(message_id, to)
    t.match(await stored(to), { status: 'delivered', provider_message_id: wamid })
    recording.goesOn()
    t.match(await sending, {
      status: 202,
      body: { data: { accepted: true, provider_message_id: wamid } },
    })
    t.match(await stored(to), { status: 'delivered', send_state: 'sent', id: message_id })
  })

  t.test('a status proves a send whose answer is lost', async (t) => {
    await world.fault({ kind: 'reset', accept: true })
    const recording = pausedAppend(world, t, 'MessageSendUnresolved')
    const to = somePhone()
    const { message_id, sending } = keyed(to)
    const wamid = await reportDelivered(message_id, to)
    recording.goesOn()
    t.match(await sending, { status: 202, body: { data: { accepted: false } } })
    t.match(await stored(to), {
      status: 'delivered',
      send_state: 'sent',
      provider_message_id: wamid,
    })
  })

  t.test("the provider's form of a number is learned and used, but not shown", async (t) => {
    const digits = String(Math.random()).slice(2, 9)
    const [phone, wa_id] = [`5531 98${digits}`.replace(' ', ''), `55318${digits}`]
    const send = () => post(world, key, '/messages', { from: connection.id, to: phone, text: 'a' })
    const first = await send()
    const second = await send()
    for (const answer of [first, second])
      t.match(answer, { status: 202, body: { data: { recipient: { phone } } } })
    const sentTo = (await world.accepted()).map(({ to }) => to)
    t.same(sentTo, [`+${phone}`, `+${wa_id}`])
    const { rows } = await world.pool.query('select wa_id, phone from contacts where phone = $1', [
      phone,
    ])
    t.same(rows, [{ wa_id, phone }])
  })
})
