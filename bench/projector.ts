import type { Fact } from '@recado/domain/decision'
import type { NewEvent, RecordedEvent } from '@recado/infra/event-store/event-store'
import { connectionSettings } from '@recado/infra/postgres/pool'
import { applyDelivered } from '@recado/projectors/engine/apply-delivered'
import type { Checkpoint } from '@recado/projectors/engine/checkpoint'
import { openProjector } from '@recado/projectors/engine/open-projector'
import { createReadModels, readCheckpoint } from '@recado/projectors/engine/read-model-schema'
import { projections } from '@recado/projectors/projections'
import pg from 'pg'
import type { Bench, BenchRun } from './bench.ts'
import { introductions, nowhere, type Place, textReceived } from './facts.ts'
import { type Figures, mediansOf } from './measure.ts'
import { type Row, ratioAtLeast } from './report.ts'
import type { Lab } from './stack.ts'

const CONVERSATIONS = 200
const SCHEMA = 'read_1'

/** The projector, fed from memory, against inserting its rows with one statement per table. */
export const projectorBench: Bench = {
  name: 'projector',
  async run(run) {
    const ours = await startProjecting(await connect(run.lab))
    const raw = await connect(run.lab)
    await createReadModels(raw, SCHEMA, projections)
    const places = await somePlaces(ours)
    const rows: Row[] = []
    for (const size of [1_000, 100]) rows.push(await projectInBatches(run, ours, raw, places, size))
    await checkLists(ours.client)
    return rows
  },
}

async function projectInBatches(
  { progress, ms }: BenchRun,
  ours: Projecting,
  raw: pg.Client,
  places: readonly Place[],
  size: number,
): Promise<Row> {
  progress(`projector, batches of ${size}`)
  const count = Math.ceil((ms / 1_000) * (size > 100 ? 15 : 60))
  const batches = Array.from({ length: count + 2 }, () => newBatch(places, size))
  let next = 0
  let made: Made | undefined
  const round = {
    async ours() {
      const batch = batches[next++] as RecordedEvent[]
      const took = await timed(size, () => ours.apply(batch))
      made = await rowsOf(ours.client, batch)
      return took
    },
    raw: () => timed(size, () => insertRows(raw, made as Made)),
  }
  // The first batches prepare statements.
  for (let warm = 0; warm < 2; warm += 1) await round.ours().then(round.raw)
  const projected: Figures[] = []
  const inserted: Figures[] = []
  for (let n = 0; n < count; n += 1) {
    projected.push(await round.ours())
    inserted.push(await round.raw())
  }
  return {
    name: `projector: events, batches of ${size}`,
    unit: '/s',
    ours: mediansOf(projected).rate ?? 0,
    raw: mediansOf(inserted).rate ?? 0,
    against: 'insert of the same rows, one statement per table',
    ...(size === 1_000 ? { goal: ratioAtLeast(0.45) } : {}),
  }
}

async function timed(events: number, work: () => Promise<unknown>): Promise<Figures> {
  const start = performance.now()
  await work()
  return { rate: (events * 1_000) / (performance.now() - start) }
}

type Projecting = {
  readonly client: pg.Client
  apply(events: readonly RecordedEvent[]): Promise<void>
}

/** Opens the projector as run-projector.ts does. */
async function startProjecting(client: pg.Client): Promise<Projecting> {
  await createReadModels(client, SCHEMA, projections)
  const projector = await openProjector(client, projections)
  let checkpoint: Checkpoint = await readCheckpoint(client)
  return {
    client,
    async apply(events) {
      const batch = events.map((event) => ({ kind: 'event', event }) as const)
      const { to, parked } = await applyDelivered(projector, batch, checkpoint, false)
      if (parked[0] !== undefined) throw parked[0].error
      checkpoint = to
    },
  }
}

async function connect(lab: Lab): Promise<pg.Client> {
  const url = await lab.database('projector')
  const settings = { ...connectionSettings(url, SCHEMA), pipeline: true }
  const client = new pg.Client(settings as pg.ClientConfig)
  await client.connect()
  lab.after(() => client.end())
  return client
}

async function somePlaces(ours: Projecting): Promise<readonly Place[]> {
  const { account_id, connection_id } = nowhere()
  const places = Array.from({ length: CONVERSATIONS }, () => ({
    ...nowhere(),
    account_id,
    connection_id,
  }))
  const events = introductions(places).map(({ stream, fact }) => recorded(stream, fact))
  await ours.apply(events)
  return places
}

function newBatch(places: readonly Place[], size: number): RecordedEvent[] {
  return Array.from({ length: size }, () => {
    const fact = textReceived(places[Math.floor(Math.random() * places.length)])
    return recorded(`message-${fact.data.message_id}`, fact)
  })
}

let position = 1_000n

function recorded<E extends Fact>(stream: string, fact: NewEvent<E>): RecordedEvent<E> {
  position += 100n
  return { ...fact, stream, revision: 0n, position, created: fact.metadata.recorded_at }
}

type Made = Readonly<
  Record<
    | ('messages' | 'provider_messages' | 'message_notifications' | 'conversations')
    | 'outbound_events',
    object[]
  >
>

/** The rows that a batch has written, read back from Postgres. */
async function rowsOf(client: pg.Client, batch: readonly RecordedEvent[]): Promise<Made> {
  const ids = batch.map(({ data }) => (data as { message_id: string }).message_id)
  const select = async (text: string, of: readonly string[] = ids) =>
    (await client.query({ text, values: [of] })).rows
  const facts = batch.map(({ id }) => id)
  return {
    messages: await select('select * from messages where id = any($1)'),
    provider_messages: await select('select * from provider_messages where message_id = any($1)'),
    message_notifications: await select('select * from message_notifications where id = any($1)'),
    outbound_events: await select('select * from outbound_events where id = any($1)', facts),
    conversations: await select(`select * from conversations
      where id in (select conversation_id from messages where id = any($1))`),
  }
}

async function insertRows(client: pg.Client, made: Made): Promise<void> {
  const statements = Object.entries(made).map(([table, rows]) => ({
    name: `raw-${table}`,
    text: `insert into ${table} select * from json_populate_recordset(null::${table}, $1)
      on conflict (id) do update set ${table === 'conversations' ? UPDATED : 'id = excluded.id'}`,
    values: [JSON.stringify(rows)],
  }))
  await Promise.all([
    client.query('begin'),
    client.query('set local synchronous_commit = off'),
    client.query('update checkpoint set position = position + 1 where id = 1'),
    ...statements.map((statement) => client.query(statement)),
    client.query('commit'),
  ])
}

/** The columns of a conversation that a message changes. */
const UPDATED = [
  'last_message_text',
  'last_message_at',
  'last_activity',
  'unread_count',
  'last_inbound_at',
  'listed_in',
  'account_pos',
  'doc',
]
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')

/** Checks the measured result: totals and blocks must match the tables. */
async function checkLists(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    with counted as (
      select 'messages.account:' || account_id as id, count(*) as n, false as blocks from messages group by 1
      union all
      select 'conversations.account:' || listed_in, count(*), true from conversations
        where listed_in is not null group by 1)
    select id from counted c
    where n is distinct from (select n from list_totals t where t.id = c.id)
      or (blocks and exists (select from unnest(array[6, 12, 18]) level
        where c.n is distinct from (select sum(b.n) from list_blocks b where b.list = c.id and b.lvl = level)))`)
  if (rows.length > 0) throw new Error(`totals or blocks are wrong: ${JSON.stringify(rows)}`)
}
