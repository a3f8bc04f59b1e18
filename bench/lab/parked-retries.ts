import { shardOf } from '@recado/projectors/webhooks/dispatcher/shard'
import type pg from 'pg'
import type { Dispatcher } from './dispatcher.ts'

const WEBHOOKS = 1_000

/** Writes `count` failed deliveries that are due in an hour, to an address where nothing listens. */
export async function parkRetries(
  pool: pg.Pool,
  dispatcher: Dispatcher,
  { url, count }: { url: string; count: number },
): Promise<void> {
  const ids = Array.from({ length: WEBHOOKS }, () => dispatcher.webhook(url))
  const each = Math.ceil(count / WEBHOOKS)
  const client = await pool.connect()
  await client.query('set statement_timeout = 0; set synchronous_commit = off')
  await client.query(
    `insert into endpoint_queues
       (id, account_id, webhook_id, shard, url, events, active, last_ordinal, pending, failing_noticed)
     select w.id, w.id, w.id, w.shard, $3, '[]', true, $4, $4, false
     from unnest($1::uuid[], $2::smallint[]) w(id, shard)`,
    [ids, ids.map(shardOf), url, each],
  )
  await client.query({
    text: `insert into deliveries (id, account_id, connection_id, webhook_id, origin, event, event_id, is_repeated,
       conversation_id, ordinal, position, correlation_id, status, attempts, target_url, next_at, created_at,
       account_pos, event_at, is_native, doc)
     select gen_random_uuid(), w.id, w.id, w.id, 'event', 'whatsapp.message.received', gen_random_uuid(), false,
       gen_random_uuid(), n, n, '', 'failed', 5, $2, now() + interval '1 hour', now(), 0, now(), false, '{}'
     from unnest($1::uuid[]) w(id), generate_series(1, $3::int) n`,
    values: [ids, url, each],
  })
  await client.query('vacuum analyze deliveries')
  client.release(true)
}
