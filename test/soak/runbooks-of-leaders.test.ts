import { test } from 'tap'
import { startCopies } from '../kit/copies.ts'
import { eventually } from '../kit/eventually.ts'
import { sumOf, thresholdOf } from '../kit/measured.ts'
import type { ProductProcess } from '../kit/product-process.ts'
import { tcpProxy } from '../kit/tcp-proxy.ts'
import { sharedAccount, writtenAfter } from '../slices/copies.ts'

// Like runbooks.test.ts, for the parts that only one process may run.

const PARTS = ['read_models', 'intake', 'recovery']

const copies = await startCopies(1, {}, 0)
const url = new URL(copies.products[0]?.config.DATABASE_URL ?? '')
const wire = await tcpProxy(Number(url.port))
url.port = String(wire.port)

/** How many processes report that they lead a part. @throws when none reports the metric */
async function leaders(part: string, processes: readonly ProductProcess[]): Promise<number> {
  const told = await Promise.all(processes.map(({ port }) => metricsOf(port)))
  return sumOf(told.join('\n'), new RegExp(`^recado_leader\\{part="${part}"\\}`))
}

/** Waits as long as Prometheus does: a process without Postgres answers late. */
async function metricsOf(port: number): Promise<string> {
  const address = `http://127.0.0.1:${port}/metrics`
  return (await fetch(address, { signal: AbortSignal.timeout(10_000) })).text()
}

/** Waits until the number of leaders of every part satisfies `fits`. */
const led = (processes: readonly ProductProcess[], fits: (leaders: number) => boolean) =>
  eventually(async () => {
    const counts = await Promise.all(PARTS.map((part) => leaders(part, processes)))
    return counts.every(fits)
  }, 120_000)

test('when two processes lead, the older one cannot write, and a restart ends it', async (t) => {
  t.teardown(async () => {
    await copies.stop()
    await wire.close()
  })
  const startFar = () => copies.startProjectors({ DATABASE_URL: url.href })
  const far = await startFar()
  const [shared, near] = await Promise.all([sharedAccount(t, copies), copies.startProjectors()])
  await led([far], (count) => count === 1)
  await led([near], (count) => count === 0)
  wire.lose()
  const most = await thresholdOf('TwoLead')
  await led([far, near], (count) => count > most)
  t.equal(await writtenAfter(shared, 0), 5)
  await far.kill()
  wire.heal()
  await led([near, await startFar()], (count) => count === 1)
  t.equal(await writtenAfter(shared, 5), 10)
  const { arrivals } = shared.customer
  await eventually(() => arrivals.length >= 10)
  t.equal(new Set(arrivals.map(({ body }) => body.id)).size, arrivals.length, 'none came twice')
})
