import pg from 'pg'
import type { Member } from '../protocol/cluster-view.ts'
import { SCHEMA } from '../storage/schema.ts'
import { WRITER_LOCK } from '../storage/session.ts'

/** A leader without a heartbeat for this long counts as frozen. */
const FROZEN_AFTER = '1500 milliseconds'

/** A leader without a connection to Postgres counts as dead sooner; a new leader needs this long to connect. */
const DISCONNECTED_AFTER = '600 milliseconds'

/** Gossip calls a node dead after this long without a heartbeat. */
const DEAD_AFTER = '1500 milliseconds'

const CLUSTER_SCHEMA = `
  create table if not exists members (
    port integer primary key,
    host text not null,
    instance uuid not null,
    seen timestamptz not null
  );
  create table if not exists leadership (
    one boolean primary key default true check (one),
    instance uuid not null,
    seen timestamptz not null
  )`

/** An advisory lock key used nowhere else: nodes that start together create the tables one after the other. */
const SCHEMA_LOCK = 7_265_633

/** A node's part in the cluster, on a database connection of its own. */
export type Membership = {
  /** Records that this node is alive. */
  recordAlive(): Promise<void>
  members(): Promise<readonly Member[]>
  /** Becomes the leader unless another node is a living one; the previous leader can no longer write. */
  claimLeadership(): Promise<boolean>
  /** Renews the leadership; false when another node leads by now. */
  renewLeadership(): Promise<boolean>
}

/** Joins the cluster of a database as the node that listens on `port`. */
export async function joinCluster(
  url: string,
  { instance, host, port }: { instance: string; host: string; port: number },
): Promise<Membership> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  // A node without its database is of no use; its supervisor restarts it until the database is back.
  client.on('error', () => process.exit(1))
  await client.connect()
  await client.query(
    `begin; select pg_advisory_xact_lock(${SCHEMA_LOCK}); ${SCHEMA} ${CLUSTER_SCHEMA}; commit`,
  )
  return {
    async recordAlive() {
      await client.query(
        `insert into members (port, host, instance, seen) values ($1, $2, $3, now())
          on conflict (port) do update set host = excluded.host, instance = excluded.instance, seen = now()`,
        [port, host, instance],
      )
    },
    async members() {
      const { rows } = await client.query<Member>(MEMBERS)
      return rows
    },
    async claimLeadership() {
      const { rowCount } = await client.query(CLAIM, [instance])
      if (rowCount !== 1) return false
      await client.query(`select pg_terminate_backend(pid) from (${HOLDERS}) holders`)
      return true
    },
    async renewLeadership() {
      const text = 'update leadership set seen = now() where instance = $1'
      return (await client.query(text, [instance])).rowCount === 1
    },
  }
}

const MEMBERS = `
  select m.instance, m.host, m.port, m.seen > now() - interval '${DEAD_AFTER}' as alive,
    l.instance is not null as leads
  from members m left join leadership l on l.instance = m.instance order by m.port`

const HOLDERS = `
  select pid from pg_locks where locktype = 'advisory' and objid = ${WRITER_LOCK}
    and database = (select oid from pg_database where datname = current_database())`

/** One statement, so that only one of several nodes wins. */
const CLAIM = `
  insert into leadership as l (instance, seen) values ($1, now())
  on conflict (one) do update set instance = excluded.instance, seen = excluded.seen
  where l.seen < now() - interval '${FROZEN_AFTER}'
    or (l.seen < now() - interval '${DISCONNECTED_AFTER}' and not exists (${HOLDERS}))`
