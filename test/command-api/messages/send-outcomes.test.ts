import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { outline, post, sendingWorld, somePhone } from './sending-world.ts'

// Long enough that no quick retry comes too late on a busy machine.
const world = await sendingWorld({ SEND_RETRY_MS: '30000' })

test('answers of the provider', async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  t.beforeEach(() => world.forget())

  const send = async (change: object = {}) => {
    const to = somePhone()
    const answer = await post(world, key, '/messages', {
      from: connection.id,
      to,
      text: 'a',
      ...change,
    })
    return { to, ...answer }
  }
  const stored = async (phone: string) => {
    const { rows } = await world.pool.query('select * from messages where party_phone = $1', [
      phone,
    ])
    return rows[0]
  }
  const story = async (phone: string) =>
    outline(await world.story(`message-${(await stored(phone)).id}`))

  t.test(
    'a refusal is answered with code and details, and the message is kept as failed',
    async (t) => {
      await world.fault({ kind: 'error', code: 131047, details: 'more than 24 hours' })
      const { status, body, headers, to } = await send()
      t.equal(status, 422)
      t.match(body, { error: { code: 'validation', message: /131047.*more than 24 hours/ } })
      t.match(headers['x-event-position'], /^\d+$/)
      t.match(await stored(to), {
        status: 'failed',
        send_state: 'refused',
        error: { code: 131047, class: 'window_closed' },
      })
      t.same(await story(to), ['MessageSendRequested', 'MessageSendRefused'])
    },
  )

  t.test('a refusal because of marketing preferences is recorded on the contact', async (t) => {
    await world.fault({ kind: 'error', code: 131050 })
    const { status, to } = await send()
    t.equal(status, 422)
    const { contact_id } = await stored(to)
    const noted = await eventually(async () =>
      (await world.story(`contact-${contact_id}`)).find(
        ({ type }) => type === 'ContactMarketingPreferenceChanged',
      ),
    )
    t.match(noted?.data, { contact_id, connection_id: connection.id, opted_out: true })
  })

  t.test('refused credentials set the connection to error', async (t) => {
    const broken = await world.connection(id)
    await world.fault({ kind: 'error', code: 190 })
    const { status, body } = await send({ from: broken.id })
    t.equal(status, 422)
    t.match(body, { error: { code: 'validation', message: /connection not usable.*190/ } })
    await eventually(() => world.deps.registry.connection(broken.id)?.status === 'error')
    const [, changed] = await world.story(`connection-${broken.id}`)
    t.match(changed, {
      type: 'ConnectionStatusChanged',
      data: { status: 'error', previous_status: 'connected', reason: 'auth_failed' },
    })
  })

  t.test('a short outage is bridged by quick retries', async (t) => {
    await world.fault({ kind: 'error', code: 131016 })
    const { status, body, to } = await send()
    t.match({ status, body }, { status: 202, body: { data: { accepted: true } } })
    t.equal((await world.accepted()).length, 1)
    t.same(await story(to), [
      'MessageSendRequested',
      'MessageSendDeferred',
      'MessageSendAttempted',
      'MessageSent',
    ])
  })

  t.test('a longer wait is deferred', async (t) => {
    await world.fault({ kind: 'error', code: 131048 })
    const { status, body, to } = await send()
    t.match(
      { status, body },
      {
        status: 202,
        body: { data: { accepted: false, provider_message_id: null, delivery_status: 'pending' } },
      },
    )
    t.match(await stored(to), { status: 'pending', send_state: 'deferred' })
    t.same(await story(to), ['MessageSendRequested', 'MessageSendDeferred'])
  })

  t.test('an unknown outcome is reported as such, and nothing is sent again', async (t) => {
    const faults = [
      { kind: 'timeout', accept: true },
      { kind: 'reset', accept: false },
    ]
    for (const fault of faults) {
      await world.forget()
      await world.fault(fault)
      const { status, body, to } = await send()
      t.match(
        { status, body },
        {
          status: 202,
          body: { data: { accepted: false, provider_message_id: null } },
        },
      )
      t.same(await story(to), ['MessageSendRequested', 'MessageSendUnresolved'])
      const asked = { to: `+${to}`, type: 'text' }
      await eventually(async () => (await stored(to)).payload !== null)
      t.match((await stored(to)).payload, asked, 'what was sent is shown')
      t.equal((await world.calls()).length, 1)
    }
  })

  t.test('an acceptance that cannot be recorded is answered, and recorded later', async (t) => {
    const { append } = world.deps.store
    let failures = 2
    const flaky: typeof append = (stream, expected, events) => {
      if (events[0]?.type !== 'MessageSent' || failures-- <= 0)
        return append(stream, expected, events)
      return Promise.reject(new StoreUnavailable('away', { outcomeUnknown: false }))
    }
    Object.assign(world.deps.store, { append: flaky })
    t.teardown(() => Object.assign(world.deps.store, { append }))
    const { status, body, to } = await send()
    const [message] = await world.accepted()
    t.match(
      { status, body },
      {
        status: 202,
        body: { data: { accepted: true, provider_message_id: message?.wamid } },
      },
    )
    await eventually(async () => (await story(to)).includes('MessageSent'))
    t.equal((await world.calls()).length, 1)
  })

  t.test('an intent whose append was not answered is sent once', async (t) => {
    const { append } = world.deps.store
    let lost = 0
    const mute: typeof append = async (stream, expected, events) => {
      const appended = await append(stream, expected, events)
      if (events[0]?.type !== 'MessageSendRequested' || lost++ > 0) return appended
      throw new StoreUnavailable('no answer', { outcomeUnknown: true })
    }
    Object.assign(world.deps.store, { append: mute })
    t.teardown(() => Object.assign(world.deps.store, { append }))
    const body = { from: connection.id, to: somePhone(), text: 'a' }
    const headers = { 'idempotency-key': 'unanswered-intent' }
    t.match(await post(world, key, '/messages', body, headers), { status: 503 })
    await eventually(async () => (await stored(body.to))?.send_state === 'deferred')
    t.same(await story(body.to), ['MessageSendRequested', 'MessageSendDeferred'])
    t.match(await post(world, key, '/messages', body, headers), {
      status: 202,
      headers: { 'idempotent-replayed': 'true' },
      body: { data: { accepted: false } },
    })
    t.equal((await world.calls()).length, 0, 'the background sender makes the call')
  })

  t.test(
    'an intent whose append was not answered is left to the request that writes it first',
    async (t) => {
      const { append } = world.deps.store
      let failures = 1
      const away: typeof append = async (stream, expected, events) => {
        if (events[0]?.type !== 'MessageSendRequested' || failures-- <= 0)
          return append(stream, expected, events)
        throw new StoreUnavailable('no answer', { outcomeUnknown: true })
      }
      Object.assign(world.deps.store, { append: away })
      t.teardown(() => Object.assign(world.deps.store, { append }))
      const body = { from: connection.id, to: somePhone(), text: 'a' }
      const headers = { 'idempotency-key': 'intent-of-another' }
      t.match(await post(world, key, '/messages', body, headers), { status: 503 })
      const repeat = await post(world, key, '/messages', body, headers)
      t.match(repeat, { status: 202, body: { data: { accepted: true } } })
      t.same(await story(body.to), ['MessageSendRequested', 'MessageSent'])
      t.equal((await world.calls()).length, 1)
    },
  )

  t.test('sends keep the pace of their number', async (t) => {
    const crowded = await world.connection(id)
    await world.behave({ throughput_per_second: 100 })
    const before = await world.pool.query<{ now: string }>('select clock_timestamp()::text as now')
    for (let n = 0; n < 3; n++) {
      const crowd = Array.from({ length: 40 }, () => send({ from: crowded.id }))
      for (const { status } of await Promise.all(crowd)) t.equal(status, 202)
    }
    // All have taken turns of 12.5 ms, nine of them from the past: the next turn is free after the last of them.
    const { rows } = await world.pool.query(
      `select next_at >= $2::timestamptz + interval '1387 ms' as paced
       from control.send_pace where connection_id = $1`,
      [crowded.id, before.rows[0]?.now],
    )
    t.same(rows, [{ paced: true }])
  })
})

test('a send without a turn in time waits in the background', async (t) => {
  const world = await sendingWorld({ SEND_WAIT_MS: '0', PROVIDER_TIMEOUT_MS: '30000' })
  t.teardown(() => world.close())
  const { id, key } = await world.account()
  const [free, busy] = [await world.connection(id), await world.connection(id)]
  const send = (from: string) => post(world, key, '/messages', { from, to: somePhone(), text: 'a' })
  t.match(await send(free.id), { status: 202, body: { data: { accepted: true } } })
  await world.pool.query(
    "insert into control.send_pace (connection_id, next_at) values ($1, now() + interval '1 hour')",
    [busy.id],
  )
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(busy.id)))
  for (const answer of answers)
    t.match(answer, { status: 202, body: { data: { accepted: false } } })
  t.equal((await world.calls()).length, 1, 'nothing was sent on it')
})
