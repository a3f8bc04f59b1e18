import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { execute } from '@recado/application/commands/execute'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { systemContext } from '@recado/application/commands/system-context'
import { deliveryRecovery } from '@recado/domain/delivery-recovery/delivery-recovery'
import { requestRecovery } from '@recado/domain/delivery-recovery/request-recovery'
import { runOn } from '@recado/infra/postgres/run'
import { takeTurn } from '@recado/projectors/reactors/webhook-recovery/take-turn'
import { runningRecoveries } from '@recado/projectors/reactors/webhook-recovery/undelivered'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { dispatching } from '../webhooks/dispatcher/dispatching.ts'
import { openSink } from '../webhooks/dispatcher/sink.ts'
import { world } from '../webhooks/projection/facts.ts'

const EVENTS = 250
const EARLIER = '2026-01-01T00:00:00.000Z'
const CRASHES = ['none', 'before deliveries', 'after deliveries', 'after progress'] as const

class Killed extends Error {}

test('a recovery that is killed anywhere delivers everything once', async (t) => {
  const run = await dispatching('recovery')
  const sink = await openSink()
  t.teardown(() => Promise.all([run.close(), sink.close()]))
  run.dispatcher()
  const w = world(new Date().toISOString())
  const secret_ref = await run.vault.put(w.account_id, 'a secret of long ago')
  const texts = Array.from({ length: EVENTS }, (_, i) => `text ${i}`)
  for (const text of texts) await run.given(w.received(text))
  await run.given(w.configured({ url: sink.url, secret_ref }))

  const now = () => new Date()
  const recovery_id = randomUUID()
  const { connection_id, webhook_id } = w
  const deps = () => ({
    ...{ store: run.store, cache: aggregateCache(), mutex: streamMutex() },
    ...{ journal: run.journal, now, newId: () => randomUUID() },
  })
  await execute(deps(), {
    ...{ aggregate: deliveryRecovery, id: recovery_id, decide: requestRecovery },
    command: {
      ...{ recovery_id, connection_id, webhook_id, since: EARLIER, kept_since: EARLIER },
      at: now().toISOString(),
    },
    context: systemContext(deps(), 'test', w.account_id),
  })
  /** What a process has that dies there: nothing of its memory is left. */
  const dyingAt = (crash: (typeof CRASHES)[number]) => {
    const own = deps()
    const killed = (): never => {
      throw new Killed(crash)
    }
    return {
      ...own,
      journal: {
        record: async (...args: Parameters<typeof own.journal.record>) => {
          if (crash === 'before deliveries') killed()
          const appended = await own.journal.record(...args)
          return crash === 'after deliveries' ? killed() : appended
        },
      },
      store: {
        ...own.store,
        append: async (...args: Parameters<typeof own.store.append>) => {
          const appended = await own.store.append(...args)
          return crash === 'after progress' ? killed() : appended
        },
      },
    }
  }

  let turns = 0
  const shown = async () => {
    const text = 'select status, found, enqueued from delivery_recoveries where id = $1'
    return (await run.pool.query(text, [recovery_id])).rows[0]
  }
  // The next one may also begin before the read models show what the last one did.
  await eventually(async () => {
    for (const recovery of await runningRecoveries(runOn(run.pool)))
      for (const _ of CRASHES) {
        const crash = CRASHES[turns++ % CRASHES.length] ?? 'none'
        await takeTurn(dyingAt(crash), recovery, runOn(run.pool)).catch((error) => {
          if (!(error instanceof Killed)) throw error
        })
      }
    return (await shown())?.status === 'done'
  }, 120_000)

  t.ok(turns > CRASHES.length)
  t.match(await shown(), { status: 'done', found: EVENTS, enqueued: EVENTS })
  const rows = await run.deliveries(
    connection_id,
    (found) => found.length === EVENTS && found.every(({ status }) => status === 'delivered'),
  )
  t.equal(rows.length, EVENTS)
  t.same(sink.texts(), texts, 'in order, each once')
  t.equal(new Set(sink.hits.map(({ headers }) => headers['webhook-id'])).size, EVENTS)
})
