import type { Fact } from '@recado/domain/decision'
import { deliveredAs } from '@recado/infra/event-store/delivered-fact'
import type { NewEvent, RecordedEvent } from '@recado/infra/event-store/event-store'
import { connectionSettings } from '@recado/infra/postgres/pool'
import { applyDelivered } from '@recado/projectors/engine/apply-delivered'
import type { Checkpoint } from '@recado/projectors/engine/checkpoint'
import { openProjector } from '@recado/projectors/engine/open-projector'
import { createReadModels, readCheckpoint } from '@recado/projectors/engine/read-model-schema'
import pg from 'pg'
import { introductions, nowhere, type Place, textReceived } from '../lab/facts.ts'
import type { Lab } from '../lab/lab.ts'
import { projections } from '../lab/projections.ts'
import { defineGroup, type GroupRun, type Sides } from '../measuring/group.ts'
import { batchOf } from '../measuring/loops.ts'
import { ratioAtLeast } from '../report/goal.ts'

const CONVERSATIONS = 200
const SCHEMA = 'read_1'
/** Events of a round. */
const EVENTS = 3_000

type Opened = {
  readonly ours: Projecting
  readonly raw: pg.Client
  readonly places: readonly Place[]
}

/** The projector, fed from memory, against inserting its rows with one statement per table. */
export const projector = defineGroup<Opened>({
  name: 'projector',
  minutes: 2,
  async open({ lab }) {
    const ours = await startProjecting(await connect(lab))
    const raw = await connect(lab)
    await createReadModels(raw, SCHEMA, projections)
    return { ours, raw, places: await somePlaces(ours) }
  },
  rows: [1_000, 100].map((size) => ({
    name: `events, batches of ${size}`,
    against: 'insert of the same rows, one statement per table',
    figures: ['rate_per_s'] as const,
    inBench: 'both' as const,
    goals: size === 1_000 ? [ratioAtLeast('rate_per_s', 0.45)] : [],
    sides: (opened: Opened, run: GroupRun) => projecting(opened, run, size),
  })),
})

function projecting({ ours, raw, places }: Opened, { share }: GroupRun, size: number): Sides {
  const count = Math.ceil((EVENTS * share) / size)
  const newBatches = () => Array.from({ length: count }, () => newBatch(places, size))
  const apply = async (batches: readonly RecordedEvent[][], signal?: AbortSignal) => {
    for (const batch of batches) if (signal?.aborted !== true) await ours.apply(batch)
    return batches
  }
  const checked = async () => {
    await checkLists(ours.client)
    return newBatches()
  }
  const projected = async () => {
    const made: Made[] = []
    for (const batch of await apply(newBatches())) made.push(await rowsOf(ours.client, batch))
    return made
  }
  const insertAll = async (made: readonly Made[]) => {
    for (const rows of made) await insertRows(raw, rows)
  }
  return {
    ours: batchOf(count * size, checked, apply),
    raw: batchOf(count * size, projected, insertAll),
  }
}

type Projecting = {
  readonly client: pg.Client
  apply(events: readonly RecordedEvent[]): Promise<void>
}

/** Opens the projector as run-projector.ts does. */
async function startProjecting(client: pg.Client): Promise<Projecting> {
  await createReadModels(client, SCHEMA, projections)
  const projector = await openProjector(client, 0, projections)
  let checkpoint: Checkpoint = await readCheckpoint(client)
  return {
    client,
    async apply(events) {
      const batch = events.map((event) => deliveredAs(event))
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
    client.query('update checkpoint set position = position + 1 where partition = 0'),
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
