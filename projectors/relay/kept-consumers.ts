import { makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import { runOn } from '@recado/infra/postgres/run'
import { type Statement, sql } from '@recado/infra/postgres/sql'
import { type ConsumerAPI, type ConsumerConfig, DeliverPolicy, type NatsConnection } from 'nats'
import type pg from 'pg'
import { EVENTS_STREAM } from './events-stream.ts'

const DDL = new URL('./kept-consumers.sql', import.meta.url)

type Kept = { readonly name: string; readonly config: ConsumerConfig; readonly isOfStream: boolean }

/**
 * Remembers the durable consumers of the stream, and makes those again that went with an earlier stream: their readers
 * may not create them. One that is missing from the same stream was deleted on purpose, and is forgotten.
 * @param created when the present stream was created
 */
export async function keepConsumers(
  connection: NatsConnection,
  pool: pg.Pool,
  created: string,
): Promise<void> {
  const { consumers } = await connection.jetstreamManager()
  const run = runOn(pool)
  const all = <Row>(statement: Statement) => makeWhenMissing(pool, DDL, () => run<Row>(statement))
  const present = await durableConsumers(consumers)
  const kept = await all<Kept>(sql`
    select name, config, stream_created = ${created} as "isOfStream" from control.relay_consumers`)
  for (const { name, config, isOfStream } of kept) {
    if (present.has(name)) continue
    if (isOfStream) await all(sql`delete from control.relay_consumers where name = ${name}`)
    else present.set(name, (await consumers.add(EVENTS_STREAM, fromTheStart(config))).config)
  }
  for (const [name, config] of present) await all(keepConsumer(name, config, created))
}

async function durableConsumers(consumers: ConsumerAPI): Promise<Map<string, ConsumerConfig>> {
  const found = new Map<string, ConsumerConfig>()
  for await (const { config } of consumers.list(EVENTS_STREAM))
    if (config.durable_name !== undefined) found.set(config.durable_name, config)
  return found
}

function keepConsumer(name: string, config: ConsumerConfig, created: string): Statement {
  return sql`
    insert into control.relay_consumers (name, config, stream_created)
    values (${name}, ${JSON.stringify(config)}::jsonb, ${created})
    on conflict (name) do update set (config, stream_created) = (excluded.config, excluded.stream_created)
    where relay_consumers is distinct from excluded`
}

/** Sequences of another stream mean nothing in this one: facts come again, with the ids that they had, and none is lost. */
function fromTheStart({ opt_start_seq: _, ...config }: ConsumerConfig): ConsumerConfig {
  const byTime = config.deliver_policy === DeliverPolicy.StartTime
  return { ...config, deliver_policy: byTime ? DeliverPolicy.StartTime : DeliverPolicy.All }
}
