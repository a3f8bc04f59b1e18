import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { execute } from '@recado/application/commands/execute'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { systemContext } from '@recado/application/commands/system-context'
import { deliveryRecovery } from '@recado/domain/delivery-recovery/delivery-recovery'
import { requestRecovery } from '@recado/domain/delivery-recovery/request-recovery'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { type ProductProcess, startProcess } from '../kit/product-process.ts'
import { dispatching } from '../projectors/webhooks/dispatcher/dispatching.ts'
import { openSink } from '../projectors/webhooks/dispatcher/sink.ts'
import { world } from '../projectors/webhooks/projection/facts.ts'

const EVENTS = 3_000
const CONVERSATIONS = Array.from({ length: 5 }, () => randomUUID())
const KILLS = 5
const LONG_AGO = new Date(Date.now() - 10 * 24 * 60 * 60 * 1000).toISOString()

test('when workers are killed during a recovery, each event still has one delivery and arrives', async (t) => {
  const run = await dispatching('recovery_kills')
  const sink = await openSink()
  t.teardown(() => Promise.all([run.close(), sink.close()]))
  const w = world(LONG_AGO)
  const secret_ref = await run.vault.put({
    account_id: w.account_id,
    secret: 'a secret of long ago',
  })
  for (let n = 0; n < EVENTS; n++) {
    const fact = w.received(String(n))
    const conversation_id = CONVERSATIONS[n % CONVERSATIONS.length] ?? ''
    await run.given({ ...fact, data: { ...fact.data, conversation_id } })
  }
  await run.given(w.configured({ url: sink.url, secret_ref }))

  const living: ProductProcess[] = []
  t.teardown(() => Promise.all(living.map(({ kill }) => kill())))
  const environment = {
    ...run.environment,
    PROJECTORS_ROLE: 'workers',
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  }
  const start = async () => void living.push(await startProcess('projectors', environment))
  await Promise.all([start(), start()])
  const recovery_id = await asked(run, w)
  const shown = async () => {
    const text = 'select status, found, enqueued from delivery_recoveries where id = $1'
    return (await run.pool.query(text, [recovery_id])).rows[0]
  }
  for (let kill = 0; kill < KILLS; kill++) {
    await delay(1_000 + Math.random() * 2_000)
    await living.shift()?.kill()
    await start()
  }
  await eventually(async () => (await shown())?.status === 'done', 600_000)
  t.match(await shown(), { found: EVENTS, enqueued: EVENTS })
  const counted = `select count(*)::int as all,
    count(*) filter (where status = 'delivered')::int as delivered from deliveries`
  const counts = await eventually(async () => {
    const [row] = (await run.pool.query(counted)).rows
    return row?.delivered >= EVENTS && row
  }, 600_000)
  t.same(counts, { all: EVENTS, delivered: EVENTS })
  // An event that was posted right before a kill may arrive twice.
  const firsts = new Map<unknown, Posted>()
  for (const { headers, body } of sink.hits)
    if (!firsts.has(headers['webhook-id'])) firsts.set(headers['webhook-id'], JSON.parse(body))
  for (const conversation of CONVERSATIONS) {
    const own = [...firsts.values()].filter(({ data }) => data.conversation_id === conversation)
    t.same(
      own.map(({ sequence }) => sequence),
      Array.from({ length: EVENTS / CONVERSATIONS.length }, (_, n) => n + 1),
      'in order, without a gap',
    )
  }
})

type Posted = { readonly sequence: number; readonly data: { readonly conversation_id: string } }

type Run = Awaited<ReturnType<typeof dispatching>>

async function asked(
  { store }: Run,
  { account_id, connection_id, webhook_id }: ReturnType<typeof world>,
) {
  const recovery_id = randomUUID()
  const deps = { store, cache: aggregateCache(), mutex: streamMutex() }
  const ids = { recovery_id, connection_id, webhook_id }
  await execute(deps, {
    ...{ aggregate: deliveryRecovery, id: recovery_id, decide: requestRecovery },
    command: { ...ids, since: LONG_AGO, kept_since: LONG_AGO, at: new Date().toISOString() },
    context: systemContext(
      { now: () => new Date(), newId: randomUUID },
      { part: 'test', account_id },
    ),
  })
  return recovery_id
}
