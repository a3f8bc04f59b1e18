import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { WhatsappEvent } from '@recado/contract/whatsapp-events'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { addOfficial } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { openSink, type Sink } from '../projectors/webhooks/dispatcher/sink.ts'

const RETRIES = Array.from({ length: 2_000 }, () => 100)
const world = await startWorld({
  dispatchTimes: {
    ...{ sweepMs: 100, renewMs: 500, restMs: 20, schedule: [0, ...RETRIES] },
    noticeMs: 500,
  },
})
file.teardown(() => world.stop())

type Notice = { type: string; connection_id: string; data: Record<string, unknown> }
type Events = { data: Notice[] }
type Status = { data: { deliveries: Record<string, number> } }

async function sinkOf(events: readonly string[], connection_id: string) {
  const sink = await openSink()
  file.teardown(() => sink.close())
  const { status } = await world.api().put('/webhooks', { connection_id, url: sink.url, events })
  if (status !== 201) throw new Error(`PUT /webhooks answered ${status}`)
  return sink
}
const another = async () => (await addOfficial(world.product(), world.tenant.id)).id
const noticesAt = ({ hits }: Sink): Notice[] =>
  hits.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'webhook.failing')
const pulled = async (query = '') => (await world.api().get<Events>(`/events${query}`)).body.data

const { id } = world.connection
const failing = await sinkOf(['whatsapp.message.received', 'webhook.failing'], id)
const watcher = await sinkOf(['webhook.failing'], await another())
const other = await sinkOf([], await another())
failing.answer = 500
const failedAgain = async () => {
  const before = failing.hits.length
  await eventually(() => failing.hits.length > before + 2)
}

test('an endpoint that has failed for an hour is reported once to the other webhooks that list it', async (t) => {
  await world.userWrites('5531987654321', 'Oi')
  const [notice] = await eventually(() => noticesAt(watcher).length === 1 && noticesAt(watcher))
  t.match(WhatsappEvent.parse(notice), {
    ...{ type: 'webhook.failing', connection_id: id, sequence: null },
    data: { url: failing.url, active: true, reason: 'failing', failing_since: /^2/ },
  })
  await failedAgain()
  t.equal(noticesAt(watcher).length, 1, 'further attempts repeat nothing')
  t.same(noticesAt(failing), [], 'a webhook gets no notice of itself')
  t.same(noticesAt(other), [], 'an empty list means the structured events')
})

test('the notice is pulled by name only, and counted for the operator', async (t) => {
  t.match(await pulled('?events=webhook.failing'), [noticesAt(watcher)[0]])
  t.same((await pulled('?events=webhook.failing')).length, 1)
  t.notOk((await pulled()).some(({ type }) => type === 'webhook.failing'))
  const { status, body } = await world.product().operator.get<Status>('/status')
  t.equal(status, 200)
  t.match(body.data.deliveries, { failing_webhooks: 1, switched_off_webhooks: 0 })
  const list = await world.api().get<{ structured_events: string[] }>('/webhooks')
  t.notOk(list.body.structured_events.includes('webhook.failing'))
})

test('an endpoint that fails again after a success is reported again', async (t) => {
  failing.answer = 200
  const status = '/webhooks/deliveries?status=delivered&event=whatsapp.message.received'
  await eventually(async () => (await world.api().get<Events>(status)).body.data.length > 0)
  failing.answer = 500
  await world.userWrites('5531987654321', 'Alô?')
  await eventually(() => noticesAt(watcher).length === 2)
  await failedAgain()
  t.equal(noticesAt(watcher).length, 2)
})

test('neither a restart nor a rebuild repeats a notice', async (t) => {
  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await pool.end()
  })
  await failedAgain()
  t.equal(noticesAt(watcher).length, 2)
  t.equal((await pulled('?events=webhook.failing')).length, 2, 'and none is lost')
})

test('a delivered notice can be delivered once more', async (t) => {
  type Deliveries = { data: { id: string }[] }
  const list = '/webhooks/deliveries?event=webhook.failing&limit=1'
  const [delivery] = (await world.api().get<Deliveries>(list)).body.data
  const again = await world.api().post(`/webhooks/deliveries/${delivery?.id}/redeliver`)
  t.equal(again.status, 202)
  await eventually(() => noticesAt(watcher).length === 3)
  const asked = await pulled('?events=webhook.failing&include=redeliveries')
  t.equal(asked.length, 3)
})

test('a webhook that is switched off is reported too, unless its account did it', async (t) => {
  failing.answer = 410
  await eventually(() => noticesAt(watcher).length === 4)
  t.match(noticesAt(watcher).at(-1), { data: { active: false, reason: 'gone' } })
  const { body } = await world.product().operator.get<Status>('/status')
  t.match(body.data.deliveries, { failing_webhooks: 0, switched_off_webhooks: 1 })
  const hook = { connection_id: id, url: failing.url, events: ['webhook.failing'] }
  failing.answer = 200
  t.equal((await world.api().put('/webhooks', hook)).status, 200)
  type Recovery = { data: { id: string; status: string; enqueued: number } }
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const begun = await world.api().post<Recovery>('/webhooks/recover', { connection_id: id, since })
  const recovery = `/webhooks/recoveries/${begun.body.data.id}`
  const ended = await eventually(async () => {
    const { data } = (await world.api().get<Recovery>(recovery)).body
    return data.status === 'done' && data
  })
  t.equal(ended.enqueued, 0, 'a recovery brings no notice of the webhook itself')
  t.equal((await world.api().delete(`/webhooks?connection_id=${id}`)).status, 200)
  t.equal((await pulled('?events=webhook.failing')).length, 3, 'at once, as a write shows')
  const after = await world.product().operator.get<Status>('/status')
  t.match(after.body.data.deliveries, { failing_webhooks: 0, switched_off_webhooks: 0 })
})
