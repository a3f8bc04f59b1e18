import { randomUUID } from 'node:crypto'
import { newEvents } from '@recado/application/commands/command-context'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { test } from 'tap'
import { textReceived } from '../examples/conversation-facts.ts'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { sumOf, thresholdOf } from '../kit/measured.ts'
import { type Product, startProduct } from '../kit/product.ts'
import { environmentOf, startProcess } from '../kit/product-process.ts'
import { startServers } from '../kit/product-servers.ts'
import { type TcpProxy, tcpProxy } from '../kit/tcp-proxy.ts'
import { openTenant } from '../kit/tenants.ts'

type Status = {
  read_models: {
    position: string | null
    head: string | null
    lag_events: number | null
    lag_seconds: number | null
    stuck_since: string | null
    reason: string | null
  }
  parked: { events: number | null; streams: number | null }
  intake: { lag_seconds: number | null }
  deliveries: {
    pending: number | null
    dead_24h: number | null
    oldest_pending_seconds: number | null
  }
  failing: { what: string; since: string | null; why: string }[]
}

const ends: Ends = []
const servers = await startServers({}, ends)
const wires: Record<string, TcpProxy> = {}

/** The same address through a proxy that can refuse connections. */
async function wired(name: string, url: string): Promise<string> {
  const { port } = new URL(url.replace('esdb:', 'http:'))
  const wire = await tcpProxy(Number(port))
  ends.push(() => wire.close())
  wires[name] = wire
  return url.replace(`:${port}`, `:${wire.port}`)
}

const config = {
  ...servers,
  EVENTSTORE_URL: await wired('eventstore', servers.EVENTSTORE_URL),
  DATABASE_URL: await wired('postgres', servers.DATABASE_URL),
  VAULT_URL: await wired('vault', servers.VAULT_URL),
  NATS_URL: await wired('nats', servers.NATS_URL),
  READ_YOUR_WRITES_MS: 100,
}
let product: Product = await startProduct({ servers: config })
const pool = openPool(servers.DATABASE_URL, { max: 4, searchPath: READ_SCHEMA })

async function status(): Promise<Status> {
  const { status: code, body } = await product.operator.get<{ data: Status }>('/status')
  if (code !== 200) throw new Error(`the status is ${code}`)
  return body.data
}
const measured = () => product.deps.metrics.registry.metrics()
const failing = async () => (await status()).failing.map(({ what }) => what)
const leadersAre = (count: 0 | 1) =>
  eventually(async () => {
    const told = await measured()
    const line = (part: string) => new RegExp(`^recado_leader\\{part="${part}".*\\} ${count}$`, 'm')
    return ['read_models', 'intake', 'relay'].every((part) => line(part).test(told))
  })
const isWell = () => eventually(async () => (await failing()).length === 0)

async function append(
  account: string,
  id: string = randomUUID(),
  now = () => new Date(),
): Promise<void> {
  const context = {
    account_id: account,
    actor: { type: 'operator', id: 'operator' },
    correlation_id: account,
    causation_id: account,
    request_id: null,
    now,
    newId: () => randomUUID(),
  } as const
  const events = newEvents([textReceived(id, randomUUID())], context)
  await product.deps.store.append(`message-${randomUUID()}`, 'no_stream', events)
}

test('the status', async (t) => {
  t.teardown(async () => {
    await product.stop()
    await pool.end()
    await endAll(ends)
  })
  const { id: account } = await openTenant(product)

  await t.test('of a healthy product', async (t) => {
    await append(account)
    await isWell()
    const now = await eventually(async () => {
      const all = await status()
      const { read_models, parked, intake, deliveries } = all
      const figures = [read_models.lag_events, parked.events, deliveries.pending]
      return [...figures, intake.lag_seconds].every((figure) => figure === 0) && all
    })
    t.match(now, {
      read_models: { position: /^\d+$/, lag_seconds: 0, stuck_since: null, reason: null },
      parked: { events: 0, streams: 0 },
      intake: { lag_seconds: 0 },
      deliveries: { pending: 0, dead_24h: 0, oldest_pending_seconds: null },
    })
    t.ok(BigInt(now.read_models.position ?? -1) >= BigInt(now.read_models.head ?? 0))
    // Shards are taken once the read models are filled.
    await eventually(async () => (await measured()).includes('recado_shards 64\n'))
    for (const line of [
      'recado_projector_lag_events 0',
      'recado_intake_lag_events 0',
      'recado_intake_lag_seconds 0',
      'recado_deliveries{state="pending"} 0',
      'recado_deliveries_oldest_seconds 0',
      'recado_server_up{server="nats"} 1',
    ])
      t.ok(await eventually(async () => (await measured()).includes(`${line}\n`)), line)
    await leadersAre(1)
  })

  await t.test('reports that the read models are stuck although the log grows', async (t) => {
    const { port, kill } = await startProcess('projectors', {
      ...environmentOf(servers),
      PROJECTORS_ROLE: 'projector',
    })
    t.teardown(kill)
    const ready = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
      return { code: answer.status, body: (await answer.json()) as object }
    }
    const ofFold = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    await eventually(async () => (await ready()).code === 200)
    const foldSays = (line: RegExp) =>
      eventually(async () => {
        const text = await ofFold()
        return line.test(text) && text
      })
    await foldSays(/^recado_projector_lag_events 0$/m)
    const holder = await pool.connect()
    await holder.query('begin; select * from checkpoint for update')
    // A fact that seems to have waited for an hour.
    await append(account, randomUUID(), () => new Date(Date.now() - 3_600_000))
    await append(account)
    const stuck = await eventually(async () => {
      const all = await status()
      const { stuck_since, lag_events, reason } = all.read_models
      return (
        stuck_since !== null && lag_events === 2 && reason?.includes('still catching up') && all
      )
    })
    t.match(stuck.read_models, { lag_events: 2, reason: /still catching up/ })
    t.ok((stuck.read_models.lag_seconds ?? 0) >= 5)
    t.ok(BigInt(stuck.read_models.head ?? 0) > BigInt(stuck.read_models.position ?? 0))
    t.match(stuck.failing, [{ what: 'read_models', since: stuck.read_models.stuck_since }])
    const unready = await eventually(async () => {
      const now = await ready()
      return now.code === 503 && now
    })
    t.match(unready, {
      code: 503,
      body: {
        checks: { read_models: false, postgres: true },
        reasons: { read_models: /stuck since/ },
      },
    })
    const told = await foldSays(/^recado_projector_lag_events 2$/m)
    const behind = sumOf(told, /^recado_projector_lag_seconds /)
    t.ok(behind > (await thresholdOf('ReadModelsBehind')), 'ReadModelsBehind')
    t.match(told, /^recado_parked_events 0$/m)
    await holder.query('rollback')
    holder.release()
    await eventually(async () => (await ready()).code === 200)
    await isWell()
  })

  await t.test('reports why they are stuck', async (t) => {
    await pool.query(`create function forbid() returns trigger language plpgsql as
      $$ begin raise exception 'not now' using errcode = '42501'; end $$`)
    await pool.query(
      'create trigger forbid before insert on messages for each row execute function forbid()',
    )
    await append(account)
    const stuck = await eventually(async () => {
      const all = await status()
      return all.read_models.reason === 'Postgres says 42501' && all
    })
    t.match(stuck.failing, [{ what: 'read_models', why: 'Postgres says 42501' }])
    t.match(stuck.parked, { events: 0 })
    await pool.query('drop trigger forbid on messages')
    await isWell()
  })

  await t.test('says that Postgres has no disk space, and blames no part for it', async (t) => {
    await pool.query(`create function no_space() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`)
    for (const table of ['control.parts', 'messages'])
      await pool.query(
        `create trigger full_disk before insert on ${table} execute function no_space()`,
      )
    await append(account)
    const reason = /^no part has been able to report since .*Z: Postgres has no disk space/
    const full = await eventually(async () => {
      const all = await status()
      return all.read_models.stuck_since !== null && reason.test(`${all.read_models.reason}`) && all
    })
    await pool.query("update control.parts set seen_at = seen_at - interval '15 seconds'")
    const why = 'Postgres has no disk space (53100)'
    t.match(full.read_models.reason, reason)
    t.match((await status()).failing, [
      { what: 'read_models', why: reason },
      { what: 'postgres', since: /Z$/, why: `it does not store what the parts report: ${why}` },
    ])
    for (const table of ['control.parts', 'messages'])
      await pool.query(`drop trigger full_disk on ${table}`)
    await isWell()
  })

  for (const server of ['eventstore', 'postgres', 'vault', 'nats'])
    await t.test(`answers while ${server} is unreachable`, async (t) => {
      wires[server]?.refuse()
      const without = await eventually(async () => {
        const all = await status()
        return all.failing.some(({ what }) => what === server) && all
      })
      const { position, head, lag_events } = without.read_models
      t.equal(position === null, server === 'postgres')
      t.equal(head === null, server === 'eventstore')
      t.equal(lag_events === null, server === 'postgres' || server === 'eventstore')
      t.equal(without.deliveries.pending === null, server === 'postgres')
      t.equal(without.parked.events === null, server === 'postgres')
      const told = await measured()
      t.ok(told.includes(`recado_server_up{server="${server}"} 0\n`))
      // Without Postgres no process leads.
      if (server === 'postgres') await leadersAre(0)
      const isTold = /^recado_projector_lag_events \d/m.test(told)
      t.equal(isTold, server !== 'postgres' && server !== 'eventstore', 'no old value is reported')
      const [first] = without.failing.filter(({ what }) => what === server)
      await eventually(async () => (await failing()).includes(server))
      t.same((await status()).failing.find(({ what }) => what === server)?.since, first?.since)
      wires[server]?.heal()
      await eventually(async () => !(await failing()).includes(server))
      await leadersAre(1)
    })

  await t.test('reports that many facts are parked, while others go on', async (t) => {
    for (let i = 0; i < 10; i++) await append(account, 'no uuid')
    const parked = await eventually(async () => {
      const all = await status()
      return all.parked.streams === 10 && all
    })
    t.match(parked.failing.at(-1), { what: 'parked', since: /Z$/, why: /10 streams/ })
    t.equal((await status()).read_models.stuck_since, null)
    await pool.query('delete from parked_events')
  })

  await t.test('does not count as faults what a provider sent beyond a bound', async (t) => {
    const park = (error: string, ms: number) =>
      pool.query(
        `insert into control.intake_parked (raw_event_id, intent, position, error, parked_at)
          select gen_random_uuid(), 0, 0, $1, now() - $2 * interval '1 ms' from generate_series(1, 10)`,
        [error, ms],
      )
    await park('BoundBroken: provider_message_id must have at most 512 bytes', 60_000)
    t.notOk((await failing()).includes('parked'))
    await park('TypeError: ours', 0)
    const parked = (await status()).failing.find(({ what }) => what === 'parked')
    t.match(parked, { why: '0 streams and 10 intents are parked' })
    await pool.query('delete from control.intake_parked')
  })

  await t.test(
    'clears the fault of a part that works again or has nothing left to do',
    async (t) => {
      const { rows } = await pool.query('select part from control.parts')
      const parts = ['read_models', 'intake', 'dispatcher', 'templates']
      t.same(
        parts.filter((part) => !rows.some((row) => row.part === part)),
        [],
      )
      await pool.query(
        `insert into control.parts (process, part, seen_at, failing_since, why)
        select gen_random_uuid(), part, now() + interval '1 minute', now(), 'NoAnswer'
        from unnest($1::text[]) part`,
        [parts],
      )
      t.same(await failing(), ['templates'])
      await pool.query("delete from control.parts where why = 'NoAnswer'")
    },
  )

  await t.test('reports that background work of sends fails', async (t) => {
    const of = { account_id: null, correlation_id: randomUUID(), request_id: null }
    void product.deps.sending.background.untilDone(async () => {
      throw new TypeError('ours')
    }, of)
    const sends = await eventually(async () =>
      (await status()).failing.find(({ what }) => what === 'sends'),
    )
    t.match(sends, { since: /Z$/, why: 'TypeError' })
  })

  await t.test('reports that no process maintains the read models', async (t) => {
    await product.stop()
    product = await startProduct({ servers: { ...config, PROJECTORS_ROLE: 'workers' } })
    await append(account)
    const dead = await eventually(async () => {
      const all = await status()
      const { stuck_since, lag_events } = all.read_models
      return stuck_since !== null && lag_events !== null && all
    })
    t.match(dead.read_models, { lag_events: 1, reason: /no process/ })
    t.match(dead.failing, [{ what: 'read_models', why: /no process/ }])
  })
})
