import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import type { StoreCluster } from '../kit/store-cluster.ts'
import { startWorld, type World } from '../kit/world.ts'

type Fault = 'kill' | 'freeze'
export type Faults = { readonly faults: readonly Fault[]; readonly sendsPerFault: number }

/** How long a client repeats a request: longer than any fault lasts. */
const PATIENCE_MS = 90_000

type Sent = { data: { accepted: boolean; provider_message_id: string | null; message_id: string } }

/**
 * Sends while leaders die or freeze. Each request is made twice at once and repeated until it is answered: an equal
 * repeat is never refused, gets the same answer, and the provider is called at most once for it.
 */
export async function faultWhileSending(
  t: Test,
  cluster: StoreCluster,
  { faults, sendsPerFault }: Faults,
): Promise<void> {
  const world = await startWorld({
    // Recovery takes up a send that a fault left without an outcome half a minute after this time-out.
    settings: { EVENTSTORE_URL: cluster.url, PROVIDER_TIMEOUT_MS: '2000' },
  })
  t.teardown(() => world.stop())
  const statuses = new Map<number, number>()
  const times: number[] = []
  for (const [round, fault] of faults.entries()) {
    const sends = Array.from({ length: sendsPerFault }, async (_, n) => {
      await delay(n * 150)
      const phone = `55319876500${10 + (n % 80)}`
      const key = `key-${randomUUID()}`
      const body = {
        connection_id: world.connection.id,
        recipient: { phone },
        text: `${round} ${n}`,
      }
      const ask = () => untilAnswered(world, key, body, statuses)
      const since = Date.now()
      const [one, other] = await Promise.all([ask(), ask()])
      times.push(Date.now() - since)
      t.same(one, other, 'both got the same answer')
      return one
    })
    await delay(300)
    await suffer(t, cluster, fault, Promise.all(sends))
  }
  for (const status of statuses.keys()) t.ok([202, 409, 503].includes(status), `answered ${status}`)
  const calls = await world.sim<{ biz_opaque_callback_data: string }[]>('GET', '/messages')
  const sent = new Set(calls.map(({ biz_opaque_callback_data: id }) => id))
  t.equal(sent.size, calls.length, 'the provider was called at most once for each send')
  t.comment(`${times.length} sends, ${sent.size} of them reached the provider`)
  t.comment(`answers: ${JSON.stringify([...statuses])}, the slowest took ${Math.max(...times)} ms`)
}

async function suffer(t: Test, cluster: StoreCluster, fault: Fault, sends: Promise<unknown>) {
  const leader = await cluster.leader()
  if (fault === 'kill') await cluster.kill(leader)
  else cluster.freeze(leader)
  await sends
  if (fault === 'freeze') {
    // It has lost the leadership only once another node leads.
    await cluster.leader()
    cluster.wake(leader)
    t.equal(await cluster.exit(leader), 1)
  }
  await cluster.restart(leader)
}

/** Repeats a request as a careful client does: after 409 (in progress) and 503. @throws when it is refused */
async function untilAnswered(
  world: World,
  key: string,
  body: object,
  statuses: Map<number, number>,
): Promise<Sent['data']> {
  const headers = { 'idempotency-key': key }
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS; await delay(100)) {
    const answer = await world
      .api()
      .call<Sent>({ method: 'POST', path: '/messages', body, headers })
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 202) return answer.body.data
    if (answer.status !== 409 && answer.status !== 503) {
      throw new Error(`refused: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }
  throw new Error(`no answer within ${PATIENCE_MS} ms: ${JSON.stringify([...statuses])}`)
}
