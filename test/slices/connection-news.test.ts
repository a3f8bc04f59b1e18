import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { isNumberCheck } from '../kit/provider-calls.ts'
import { addOfficial } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Connection = { status: string; capabilities: object }
type News = {
  connection: Connection & { id: string }
  reason: string
  previous_status: string | null
  details: object | null
}

const world = await startWorld()
file.teardown(() => world.stop())

test('a connection shows what the provider last reported about it', async (t) => {
  const { connection, customer, sim } = world
  const api = world.api()
  const hook = { connection_id: connection.id, url: customer.url }
  await api.put('/webhooks', { ...hook, events: ['whatsapp.connection.updated'] })
  const shown = async () =>
    (await api.get<{ data: Connection }>(`/connections/${connection.id}`)).body.data
  const { capabilities } = await shown()
  // Waits for the first look at the number, so that none happens during the reports below.
  await eventually(async () => {
    const calls = await sim<{ url: string }[]>('GET', '/requests')
    return calls.filter(({ url }) => isNumberCheck(url)).length >= 2
  })
  /** The next event that the customer receives. */
  const news = async (): Promise<News> => {
    seen += 1
    await eventually(() => customer.arrivals.length >= seen)
    t.equal(customer.arrivals[seen - 1]?.body.type, 'whatsapp.connection.updated')
    return customer.arrivals[seen - 1]?.body.data as News
  }
  let seen = 0
  // Changes the bytes: equal bytes would be a repetition.
  let time = 0
  const told = (field: string, value: object, at = ++time) =>
    world.postHook(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: connection.waba_id, time: at, changes: [{ field, value }] }],
      }),
    )
  const send = () =>
    api.post('/messages', {
      connection_id: connection.id,
      recipient: { phone: '5531987654321' },
      text: 'Oi',
    })
  const number = () => ({ ...connection, display_phone_number: connection.phone_number_digits })

  const ban = (waba_ban_state: string) => ({
    event: 'DISABLED_UPDATE',
    ban_info: { waba_ban_state },
  })
  const changes = [
    [ban('SCHEDULE_FOR_DISABLE'), 'connected', 'connected'],
    [ban('DISABLE'), 'disconnected', 'connected'],
    [ban('REINSTATE'), 'connected', 'disconnected'],
    [{ event: 'ACCOUNT_OFFBOARDED' }, 'disconnected', 'connected'],
    [{ event: 'ACCOUNT_RECONNECTED' }, 'connected', 'disconnected'],
    [{ event: 'ACCOUNT_DELETED' }, 'disconnected', 'connected'],
    [ban('REINSTATE'), 'connected', 'disconnected'],
  ] as const
  // A new leader of the reactor may look at the number meanwhile: it learns nothing then.
  const looks = { kind: 'http', status: 503, count: 1_000, call: 'status,display_phone_number' }
  await sim('POST', '/faults', looks)
  for (const [value, status, before] of changes) {
    await t.test(`account_update ${JSON.stringify(value)}: ${status}`, async (t) => {
      await told('account_update', value)
      const { connection: now, ...why } = await news()
      t.strictSame({ id: now.id, status: now.status }, { id: connection.id, status })
      const reason = status === before ? 'account' : 'account_update'
      const previous_status = status === before ? null : before
      const told_at = new Date(time * 1_000).toISOString()
      const details = status === before ? value : { ...value, told_at }
      t.strictSame(why, { reason, previous_status, details })
      t.strictSame(await shown(), { ...(await shown()), status, capabilities })
    })
  }
  await sim('DELETE', '/faults')

  await t.test('a ban that arrives after a later reinstatement changes nothing', async (t) => {
    await told('account_update', { ...ban('DISABLE'), nonce: 'delayed' }, time - 1)
    await told('account_alerts', { alert: 'next' })
    t.match(await news(), { connection: { status: 'connected' }, reason: 'account' })
    t.equal((await shown()).status, 'connected')
  })

  const display_phone_number = connection.phone_number_digits
  const notices = [
    ['phone_number_quality_update', 'quality', { display_phone_number, event: 'FLAGGED' }],
    ['phone_number_name_update', 'name', { display_phone_number, decision: 'APPROVED' }],
    ['account_review_update', 'review', { decision: 'APPROVED' }],
    [
      'business_capability_update',
      'capability',
      { max_daily_conversations_per_business: 'TIER_10K' },
    ],
    ['account_update', 'account', { event: 'ACCOUNT_VIOLATION', violation_info: { type: 'SPAM' } }],
  ] as const
  for (const [field, reason, value] of notices) {
    await t.test(`${field} is passed on and changes no status`, async (t) => {
      await told(field, value)
      const { connection: now, ...why } = await news()
      t.equal(now.status, 'connected')
      t.strictSame(why, { reason, previous_status: null, details: value })
    })
  }

  await t.test(
    'failing credentials set the status error, and the next accepted send ends it',
    async (t) => {
      await sim('POST', '/numbers', { ...number(), token: 'another' })
      t.match(await send(), { status: 422, body: { error: { code: 'validation' } } })
      t.match(await news(), {
        connection: { status: 'error' },
        reason: 'auth_failed',
        previous_status: 'connected',
        details: { code: 190 },
      })
      t.equal((await shown()).status, 'error')
      const { registry } = world.product().deps
      await eventually(() => registry.connection(connection.id)?.status === 'error')
      await sim('POST', '/numbers', number())
      t.match(
        await send(),
        { status: 202 },
        'sends are still tried on an official connection in error',
      )
      t.match(await news(), {
        connection: { status: 'connected' },
        reason: 'auth_recovered',
        previous_status: 'error',
        details: null,
      })
      t.equal((await shown()).status, 'connected')
      t.match(await send(), { status: 202 })
      t.equal(customer.arrivals.length, seen, 'no further event is delivered')
    },
  )
})

test('an official connection shows the number that Meta reports, not the registered one', async (t) => {
  const shown = '+55 11 98765-4321'
  const phone_number_id = '106999000111'
  await world.sim('POST', '/numbers', {
    phone_number_id,
    display_phone_number: '5511987654321',
    health: { display_phone_number: shown },
  })
  const given = { phone_number_id, phone_number_digits: '551187654321' }
  const { id } = await addOfficial(world.product(), world.tenant.id, given)
  const numbers = { phone_number: shown, phone_number_digits: '5511987654321' }
  t.match((await world.api().get(`/connections/${id}`)).body, { data: numbers })

  const untold = await addOfficial(world.product(), world.tenant.id)
  t.match((await world.api().get(`/connections/${untold.id}`)).body, {
    data: { phone_number: `+${untold.phone_number_digits}` },
  })
})
