import { createHmac } from 'node:crypto'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { journalPost } from '@recado/command-api/hooks/journal-post'
import type { RawRecord } from '@recado/command-api/hooks/raw-records'
import type { Config } from '@recado/infra/config'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { dayStream } from '@recado/infra/event-store/journal'
import { replayCommand } from '@recado/tools/replay/replay-command'
import pg from 'pg'
import { test } from 'tap'
import { alterLog } from '../kit/altered-log.ts'
import { audited, auditedWhole } from '../kit/audited.ts'
import { startStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { PERSON_IDS } from '../kit/person-ids.ts'
import { APP_SECRET } from '../kit/product-servers.ts'
import { runTool } from '../kit/run-tool.ts'
import type { TestConnection } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Messages = { data: { text: string }[] }
type Connection = NonNullable<RawRecord['connection']>

test("what intake never recorded is recorded by the operator's replay", async (t) => {
  const world = await startWorld({ behaviour: { statuses: [] }, emptyServers: true })
  t.teardown(() => world.stop())
  const { connection, customer } = world
  await world.api().put('/webhooks', { connection_id: connection.id, url: customer.url })
  await world.userWrites('5511900000001', 'Zero')
  const texts = async () => {
    const { body } = await world.api().get<Messages>('/messages')
    return body.data.map(({ text }) => text)
  }
  await eventually(() => customer.arrivals.length === 1)
  const registered = world.product().deps.registry.connection(connection.id) as Connection
  const lost: bigint[] = []
  await world.restart(async (config) => {
    for (const text of ['One', 'Two'])
      lost.push(await journalOnly(config, connection, registered, text))
  })
  const { config } = world.product()
  const replay = (...args: string[]) => runTool(replayCommand, config, ...args)
  const head = () => headOf(config)

  await t.test('a dry run names the events and writes nothing', async (t) => {
    t.match((await audited(config)).findings, [{ what: 'fact_missing' }, { what: 'fact_missing' }])
    const before = await head()
    const dry = await replay()
    t.equal(dry.code, 1)
    t.equal(dry.lines.at(-1), '3 events, 0 recorded, 2 left to record')
    t.match(
      dry.lines.slice(0, -1).map((line) => JSON.parse(line)),
      lost.map((at) => ({ became: 'would_be_recorded', position: String(at), kind: 'received' })),
    )
    t.equal(await head(), before)
  })

  await t.test(
    'applied, the messages are shown without a webhook delivery, and a second run adds nothing',
    async (t) => {
      const to = ['--to', String(lost[0]), '--apply']
      const applied = await replay(...to)
      t.equal(applied.code, 0)
      t.equal(applied.lines.at(-1), '2 events, 1 recorded, 0 left to record')
      await eventually(async () => (await texts()).includes('One'))
      const before = await head()
      const again = await replay(...to)
      t.equal(again.lines.at(-1), '2 events, 0 recorded, 0 left to record')
      t.equal(await head(), before)
    },
  )

  await t.test('with --notify webhooks get the messages, and later events as usual', async (t) => {
    const applied = await replay('--apply', '--notify')
    t.equal(applied.lines.at(-1), '3 events, 1 recorded, 0 left to record')
    await world.userWrites('5511900000002', 'Three')
    await eventually(() => customer.arrivals.length >= 3)
    type Told = { sequence: number; data: { message: { text: string } } }
    const told = customer.arrivals.map(({ text }) => JSON.parse(text) as Told)
    t.strictSame(
      told.map(({ sequence, data }) => [data.message.text, sequence]),
      [
        ['Zero', 1],
        ['Two', 1],
        ['Three', 2],
      ],
    )
  })

  await t.test('afterwards the log has all facts of its raw events', async (t) => {
    const audit = await eventually(async () => {
      const done = await audited(config)
      return done.summary.endsWith(' 0 unprovable') && done
    })
    t.strictSame(audit.findings, [])
    t.equal(audit.summary, '4 events, 0 differences, 0 unprovable')
    t.match(await actorsOf(config, 'MessageReceived'), ['provider', 'operator', 'operator'])
  })
})

test('a message that an older translation misread is corrected by the current one', async (t) => {
  const store = await startStore('misread')
  t.teardown(() => store.stop())
  const settings = { EVENTSTORE_URL: store.url }
  const world = await startWorld({ behaviour: { statuses: [] }, settings })
  t.teardown(() => world.stop())
  const shown = async () => {
    type Talks = { data: { last_message_text: string }[] }
    const { body } = await world.api().get<Messages>('/messages')
    const talks = (await world.api().get<Talks>('/conversations')).body.data
    return [body.data[0]?.text, talks[0]?.last_message_text]
  }
  const showing = (text: string) =>
    eventually(async () => (await shown()).every((one) => one === text))
  await world.userWrites('5511900000003', 'Quanto custa?')
  await showing('Quanto custa?')
  await world.restart(async (config) => {
    await alterLog(store, config, async (tables) => {
      const [fact] = await tables.ofType('MessageReceived')
      if (fact === undefined) throw new Error('nothing was received')
      const intent = { ...(fact.data.intent as object), message_type: 'unsupported', text: '?' }
      const meta = { ...fact.meta, translation_version: 1 }
      await tables.change(fact, { data: { ...fact.data, intent }, meta })
    })
    await dropReadModels(config)
  })
  await showing('?')
  const { config } = world.product()
  t.match((await auditedWhole(config)).findings, [
    { verdict: 'unprovable', what: 'other_translation' },
  ])
  const dry = await runTool(replayCommand, config)
  t.equal(dry.lines.at(-1), '1 events, 0 recorded, 1 left to record')
  const applied = await runTool(replayCommand, config, '--apply')
  t.equal(applied.lines.at(-1), '1 events, 1 recorded, 0 left to record')
  await showing('Quanto custa?')
  const again = await runTool(replayCommand, config, '--apply')
  t.equal(again.lines.at(-1), '1 events, 0 recorded, 0 left to record')
  t.equal((await auditedWhole(config)).summary, '1 events, 0 differences, 0 unprovable')
})

async function dropReadModels({ DATABASE_URL }: Config): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query(`drop schema "${READ_SCHEMA}" cascade`)
  await client.end()
}

/** Journals a message as the hook does, and makes intake believe that it was recorded. @returns its position */
async function journalOnly(
  config: Config,
  { phone_number_id, phone_number_digits, waba_id }: TestConnection,
  connection: Connection,
  text: string,
): Promise<bigint> {
  const { store, journal } = connectEventStore(config.EVENTSTORE_URL)
  const from = '5511900000002'
  const message = { from, id: `wamid.${text}`, timestamp: '1767225600', type: 'text' }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: phone_number_digits, phone_number_id },
    contacts: [{ wa_id: from, profile: { name: 'Bia' } }],
    messages: [{ ...message, text: { body: text } }],
  }
  const changes = [{ field: 'messages', value }]
  const payload = { object: 'whatsapp_business_account', entry: [{ id: waba_id, changes }] }
  const body = JSON.stringify(payload)
  const hmac = createHmac('sha256', APP_SECRET).update(body).digest('hex')
  const at = new Date()
  await journalPost(
    { journal, personIds: PERSON_IDS },
    {
      source: 'official',
      ...{ body, signature: `sha256=${hmac}`, request_id: 'request', at },
      records: [{ name: [0], connection, event: 'messages', payload }],
    },
  )
  const raw = await store.readLast(dayStream('providerEvent', connection.id, at))
  await store.close()
  if (raw === null) throw new Error('nothing was journalled')
  const client = new pg.Client({ connectionString: config.DATABASE_URL })
  await client.connect()
  const place = [String(raw.position), raw.id]
  await client.query('update control.intake_checkpoint set position = $1, event_id = $2', place)
  await client.end()
  return raw.position
}

/** Outcomes of deliveries are written at any time, and templates whenever a process that just started syncs them. */
const WRITTEN_ANY_TIME = /^(webhookDelivery|template)-/

async function headOf({ EVENTSTORE_URL }: Config): Promise<string> {
  const { store } = connectEventStore(EVENTSTORE_URL)
  for await (const event of store.readAll({ from: 'end', direction: 'backwards' }))
    if (!WRITTEN_ANY_TIME.test(event.stream)) {
      await store.close()
      return event.id
    }
  throw new Error('the log is empty')
}

async function actorsOf({ EVENTSTORE_URL }: Config, type: string): Promise<readonly string[]> {
  const { store } = connectEventStore(EVENTSTORE_URL)
  const actors: string[] = []
  for await (const event of store.readAll({ from: 'start' }))
    if (event.type === type) actors.push(event.metadata.actor.type)
  await store.close()
  return actors
}
