import { setTimeout as delay } from 'node:timers/promises'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { type Test, test } from 'tap'
import { newStream, noted } from '../infra/event-store/log-under-test.ts'
import { textsPost } from '../kit/meta-post.ts'
import { dataFolder, type Standalone, started } from '../kit/standalone.ts'
import { startCluster } from '../kit/store-cluster.ts'
import { type Callers, startCallers } from './outages.ts'

const CALLERS = Number(process.env.SOAK_CALLERS ?? 160)
/** How long the store is away, s: killed (0: until its supervisor has started it again) and frozen. */
const KILLS = 2
const FREEZES_S = (process.env.SOAK_FREEZES ?? '8,20').split(',').map(Number)
const USUAL_MS = 10_000

test('after the store was killed or frozen the rate of signed posts comes back', async (t) => {
  const product = await started(t, await dataFolder(t), { LOG_LEVEL: 'warn' })
  const callers = await signedPosts(product)
  t.teardown(() => callers.stop())
  for (let i = 0; i < KILLS; i++)
    await outage(t, callers, 'the store killed', async () => {
      process.kill(await storeOf(product), 'SIGKILL')
    })
  for (const seconds of FREEZES_S)
    await outage(t, callers, `the store frozen for ${seconds} s`, async () => {
      const pid = await storeOf(product)
      process.kill(pid, 'SIGSTOP')
      await delay(seconds * 1_000)
      process.kill(pid, 'SIGCONT')
    })
  const given = product.output().split('its connection was given up for a new one').length - 1
  t.comment(`subscriptions whose connection was given up: ${given}`)
})

test('after a leader was killed or frozen the rate of appends comes back', async (t) => {
  const cluster = await startCluster('outages', 11)
  const { store } = connectEventStore(cluster.url)
  const append = () => store.append(newStream(), 'no_stream', [noted()])
  const callers = startCallers(CALLERS, () => append().then(() => true))
  t.teardown(async () => {
    await callers.stop()
    await store.close()
    await cluster.stop()
  })
  for (const fault of ['kill', 'freeze', 'kill', 'freeze'] as const) {
    const leader = await cluster.leader()
    await outage(t, callers, `the leader, ${fault}`, async () => cluster[fault](leader))
    if (fault === 'freeze') {
      cluster.wake(leader)
      await cluster.exit(leader)
    }
    await cluster.restart(leader)
  }
})

/** Prints how long the rate takes to come back after the fault has ended. */
async function outage(t: Test, callers: Callers, name: string, fault: () => Promise<unknown>) {
  const usual = await callers.usualRate(USUAL_MS)
  await fault()
  const seconds = await callers.untilRateIsBack(usual)
  t.comment(`${name}: ${usual.toFixed(0)} a second again after ${seconds.toFixed(1)} s`)
  t.ok(usual > 0, name)
}

async function storeOf(product: Standalone): Promise<number> {
  const { eventstore } = (await product.demo()).pids
  if (eventstore === undefined) throw new Error('the store has no process')
  return eventstore
}

async function signedPosts(product: Standalone): Promise<Callers> {
  const { accounts, hooks } = await product.demo()
  const connection = accounts[0]?.connections[0]
  if (connection?.type !== 'official') throw new Error('nothing was seeded')
  const { url, app_secret } = hooks.whatsapp
  const of = { phone_number_id: connection.phone_number_id, app_secret }
  return startCallers(CALLERS, async (n) => {
    const { payload, headers } = textsPost(of, `55119870000${10 + (n % 40)}`, [`wamid.out.${n}`])
    const signal = AbortSignal.timeout(5_000)
    return (await fetch(url, { method: 'POST', body: payload, headers, signal })).status === 200
  })
}
