import pg from 'pg'
import type { Member } from '../protocol/cluster-view.ts'
import { SCHEMA } from '../storage/schema.ts'
import { WRITER_LOCK } from '../storage/session.ts'

/** A leader that was not heard of for so long is taken for frozen. */
const FROZEN_AFTER = '1500 milliseconds'

/** One whose connection to Postgres is gone is taken for dead sooner; a new one needs a moment to connect. */
const GONE_AFTER = '600 milliseconds'

/** A node that was not heard of for so long is told to be dead. */
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

/** Any number nobody else uses: nodes that start together make the tables one after the other. */
const SCHEMA_LOCK = 7_265_633

/** What one node does about the cluster, on a connection of its own. */
export type Membership = {
  /** Says that this node lives. */
  appear(): Promise<void>
  members(): Promise<readonly Member[]>
  /** Becomes the leader if there is none that lives; the one before can write no more. */
  claim(): Promise<boolean>
  /** Says that this node leads; false when another one does by now. */
  beat(): Promise<boolean>
}

/** Joins the cluster of a database as the node that listens on `port`. */
export async function joinCluster(
  url: string,
  { instance, host, port }: { instance: string; host: string; port: number },
): Promise<Membership> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  // Without its database a node is of no use: what starts it again finds out when it is back.
  client.on('error', () => process.exit(1))
  await client.connect()
  await client.query(
    `begin; select pg_advisory_xact_lock(${SCHEMA_LOCK}); ${SCHEMA} ${CLUSTER_SCHEMA}; commit`,
  )
  return {
    async appear() {
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
    async claim() {
      const { rowCount } = await client.query(CLAIM, [instance])
      if (rowCount !== 1) return false
      await client.query(`select pg_terminate_backend(pid) from (${HOLDERS}) holders`)
      return true
    },
    async beat() {
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

/** One statement, so that of several nodes one wins. */
const CLAIM = `
  insert into leadership as l (instance, seen) values ($1, now())
  on conflict (one) do update set instance = excluded.instance, seen = excluded.seen
  where l.seen < now() - interval '${FROZEN_AFTER}'
    or (l.seen < now() - interval '${GONE_AFTER}' and not exists (${HOLDERS}))`
