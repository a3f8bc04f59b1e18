import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { WhatsappEvent } from '@recado/contract/whatsapp-events'
import { openPool } from '@recado/infra/postgres/pool'
import { parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import { isSignedBy, parseKey } from '@recado/infra/tlog/signed-note'
import { checkpointTool } from '@recado/tools/checkpoint/checkpoint-tool'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { runTool } from '../kit/run-tool.ts'
import { addOfficial } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { openSink, type Sink } from '../projectors/webhooks/dispatcher/sink.ts'

const RETRIES = Array.from({ length: 2_000 }, () => 100)
const world = await startWorld({
  dispatchTimes: { sweepMs: 100, renewMs: 500, restMs: 20, schedule: [0, ...RETRIES] },
})
file.teardown(() => world.stop())

type Sealed = {
  readonly id: string
  readonly type: string
  readonly data: { origin: string; size: number; root_hash: string; checkpoint: string }
}

const account = world.tenant.id

async function sinkOf(events: readonly string[], connection_id: string) {
  const sink = await openSink()
  file.teardown(() => sink.close())
  const { status } = await world.api().put('/webhooks', { connection_id, url: sink.url, events })
  if (status !== 201) throw new Error(`PUT /webhooks answered ${status}`)
  return sink
}
const sealedAt = ({ hits }: Sink): Sealed[] =>
  hits.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'log.sealed')
const pulled = async (query: string) =>
  (await world.api().get<{ data: Sealed[] }>(`/events${query}`)).body.data
const delivered = async () => {
  const list = '/webhooks/deliveries?event=log.sealed&status=delivered'
  return (await world.api().get<{ data: { attempts: number }[] }>(list)).body.data
}

/** Has a checkpoint of every tree signed. @returns the public key of the account's own */
async function sign(): Promise<string> {
  const { code, lines } = await runTool(checkpointTool, world.product().config)
  if (code !== 0) throw new Error(`npm run checkpoint ended with ${code}`)
  const own = lines.map((line) => JSON.parse(line))
  return own.find(({ checkpoint }) => checkpoint.startsWith(account)).public_keys[0]
}

const own = await sinkOf([], world.connection.id)
const watcher = await sinkOf(
  ['log.sealed'],
  (await addOfficial(world.product(), world.tenant.id)).id,
)

test('whoever lists log.sealed hears of each checkpoint of the own tree, and nobody else does', async (t) => {
  watcher.answer = 500
  const key = parseKey(await sign())
  await eventually(() => watcher.hits.length > 1)
  watcher.answer = 200
  await eventually(async () => (await delivered()).length === 1)
  const [told] = sealedAt(watcher)
  t.match(WhatsappEvent.parse(told), {
    ...{ type: 'log.sealed', account_id: account, connection_id: null, sequence: null },
    data: { origin: new RegExp(`/log/${account}$`), signed_at: /^2.*Z$/ },
  })
  const checkpoint = parseCheckpoint(told?.data.checkpoint ?? '')
  if (checkpoint === null || key === null) throw new Error('that is no checkpoint')
  const { origin, size, root } = checkpoint
  t.match(told?.data, { origin, size, root_hash: root.toString('base64') })
  t.ok(isSignedBy(checkpoint.note, key), 'any program for signed notes verifies it')
  t.equal(new Set(sealedAt(watcher).map(({ id }) => id)).size, 1, 'each attempt has the same id')
  t.same(sealedAt(own), [], 'an empty list means the structured events')
  t.match(await pulled('?events=log.sealed'), [{ id: told?.id, data: { size } }])
  t.notOk((await pulled('')).some(({ type }) => type === 'log.sealed'))
})

test('the next checkpoint is told too, and a rebuild tells nothing again', async (t) => {
  await sign()
  await eventually(async () => (await delivered()).length === 2)
  const before = sealedAt(watcher).map(({ id }) => id)
  const list = await pulled('?events=log.sealed')
  t.equal(list.length, 2)
  const [first, second] = list.map(({ data }) => data.size)
  t.ok(Number(second) > Number(first), 'the delivery of the first is a leaf by now')
  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await pool.end()
  })
  await eventually(async () => (await pulled('?events=log.sealed'))?.length === 2)
  await sign()
  await eventually(async () => (await delivered()).length === 3)
  const after = sealedAt(watcher).map(({ id }) => id)
  t.same(after.slice(0, before.length), before)
  t.equal(after.length, before.length + 1, 'only what is new')
  t.same((await pulled('?events=log.sealed')).slice(0, 2), list)
})
