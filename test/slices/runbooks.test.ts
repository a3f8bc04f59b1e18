import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { measured } from '../kit/measured.ts'
import { FAST_DISPATCH } from '../kit/place.ts'
import { startProduct } from '../kit/product.ts'
import { readAlerts } from '../kit/watched.ts'
import { startWorld } from '../kit/world.ts'

// The metric of an alert crosses its threshold when the failure happens, and the steps of its runbook repair it. Others:
// runbooks-of-servers.test.ts, test/soak/runbooks-of-delays.test.ts, runbooks-of-leaders.test.ts, status.test.ts
// (servers, read models, no leader), parked.test.ts and copies.test.ts (a process that is down).

type Sent = { data: { accepted: boolean } }
type Deliveries = {
  data: { last_error: string | null }[]
  pagination: { total: number }
}

const world = await startWorld({
  // More attempts than a slow machine can miss.
  dispatchTimes: { ...FAST_DISPATCH, schedule: [0, 200, 400, 800, 2_000, 5_000, 10_000, 20_000] },
})
test('runbooks', async (t) => {
  t.teardown(() => world.stop())
  const { connection, customer, sim } = world
  const api = () => world.api()
  const send = async () => {
    const body = { connection_id: connection.id, recipient: { phone: '5531987654321' }, text: 'Oi' }
    const { status, body: answer } = await api().post<Sent>('/messages', body)
    return { status, accepted: status === 202 && answer.data.accepted }
  }
  const display_phone_number = connection.phone_number_digits
  const number = (more: object) =>
    sim('POST', '/numbers', { ...connection, display_phone_number, ...more })
  const calls = (outcome: string) =>
    measured(
      world.product(),
      new RegExp(`^recado_provider_call_seconds_count.*outcome="${outcome}"`),
    )

  await t.test('the provider refuses us: the credentials are replaced', async (t) => {
    await number({ token: 'another-token' })
    t.equal((await send()).status, 422)
    t.ok((await calls('auth')) > 0, 'ProviderRefusesUs')
    const path = `/connections/${connection.id}/credentials`
    const { status } = await world.product().operator.patch(path, { token: 'another-token' })
    t.equal(status, 200)
    t.same(await send(), { status: 202, accepted: true })
  })

  await t.test('the provider throttles: deferred sends go out by themselves', async (t) => {
    const before = (await sim<unknown[]>('GET', '/messages')).length
    await sim('POST', '/faults', { kind: 'error', code: 130429, count: 1 })
    t.equal((await send()).status, 202)
    t.ok((await calls('throttle')) > 0, 'ProviderThrottles')
    await eventually(async () => (await sim<unknown[]>('GET', '/messages')).length > before)
  })

  await t.test(
    'deliveries fail: the list says why, and they go out once the endpoint recovers',
    async (t) => {
      await api().put('/webhooks', { connection_id: connection.id, url: customer.url })
      customer.answers(500)
      await world.userWrites('5531987653000', 'in vain at first')
      const attempts = (of: string) =>
        measured(world.product(), new RegExp(`^recado_delivery_attempts_total\\{.*${of}`))
      await eventually(
        async () => (await attempts('outcome="failed"')) / (await attempts('')) > 0.5,
      )
      const path = '/webhooks/deliveries?status=failed'
      const { data } = await eventually(async () => {
        const { body } = await api().get<Deliveries>(path)
        return body.data.length > 0 && body
      })
      t.match(data[0]?.last_error, /500/)
      customer.answers(200)
      await eventually(() =>
        customer.arrivals.some(({ text }) => text.includes('in vain at first')),
      )
    },
  )

  await t.test('deliveries wait: DISPATCH=held is removed', async (t) => {
    const isReleased = () =>
      customer.arrivals.some(({ text }) => text.includes('waits for its release'))
    await world.restart(async (config) => {
      const held = await startProduct({ servers: { ...config, DISPATCH: 'held' } })
      const url = await held.commandApp.listen({ port: 0, host: '127.0.0.1' })
      await sim('PUT', '/hook', { url: `${url}${connection.hook}` })
      await world.userWrites('5531987653001', 'waits for its release')
      await eventually(
        async () => (await measured(held, /^recado_deliveries\{state="pending"/)) > 0,
      )
      // No process reports shards then; the alert has to treat that as none.
      await t.rejects(measured(held, /^recado_shards /), /nothing tells/)
      const alert = (await readAlerts()).find((one) => one.alert === 'DeliveriesWait')
      t.match(alert?.expr, '(sum(recado_shards) or vector(0)) < 64')
      t.equal(isReleased(), false)
      await held.stop()
    })
    await eventually(isReleased)
    const now = world.product()
    await eventually(async () => (await measured(now, /^recado_shards /)) === 64)
    await eventually(async () => (await measured(now, /^recado_deliveries\{state="pending"/)) === 0)
  })
})
