import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'tap'
import { type Ends, endAll } from '../kit/ends.ts'
import { auditFindsNothing } from './audits.ts'
import { startLoad } from './load.ts'
import { startTopology } from './topology.ts'

/** Requests per second. */
const RATE = Number(process.env.SOAK_RATE ?? 20)
/** How long each member stays down, ms. */
const AWAY_MS = 1_000

test('a cluster recovers by itself from the loss of each member in turn, under load', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const topology = await startTopology(ends)
  const load = await startLoad(topology, RATE, ends)
  await load.passes()
  const waits: string[] = []
  for (const { name, kill, restart } of topology.members) {
    const since = Date.now()
    await kill()
    await load.passes()
    waits.push(`${name} ${((Date.now() - since) / 1_000).toFixed(1)} s`)
    t.pass(`without ${name} a message passes`)
    await delay(AWAY_MS)
    await restart()
    await load.passes()
  }
  topology.gateway.reload()
  await load.passes()
  await load.end()
  const summary = await load.check(t)
  await auditFindsNothing(t, topology.config)
  t.comment(`until a message passed without each: ${waits.join(', ')}`)
  t.comment(`${topology.members.length} members killed at ${RATE} requests a second: ${summary}`)
})
