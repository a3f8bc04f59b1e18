import { rm } from 'node:fs/promises'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { openPatientLog } from '@recado/infra/event-store/patient-log'
import { auditCommand } from '@recado/tools/audit/audit-command'
import { exportTool } from '@recado/tools/export/export-tool'
import { replayCommand } from '@recado/tools/replay/replay-command'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { runTool } from '../kit/run-tool.ts'
import { scratchFolder } from '../kit/scratch.ts'
import { type TcpProxy, tcpProxy } from '../kit/tcp-proxy.ts'
import { startWorld } from '../kit/world.ts'

const TEXTS = 20
const LATE_MS = 50
const SERVERS = ['EVENTSTORE_URL', 'DATABASE_URL', 'VAULT_URL'] as const

const world = await startWorld()
file.teardown(() => world.stop())
for (let n = 0; n < TEXTS; n++) await world.userWrites(`55119876543${n + 10}`, `Text ${n}`)
await eventually(async () => {
  const { body } = await world.api().get<{ pagination: { total: number } }>('/messages')
  return body.pagination.total === TEXTS
})

const proxies = await Promise.all(
  SERVERS.map((name) => tcpProxy(Number(new URL(world.product().config[name]).port))),
)
file.teardown(() => Promise.all(proxies.map((proxy) => proxy.close())))
const config = {
  ...world.product().config,
  ...Object.fromEntries(
    SERVERS.map((name, n) => {
      const { port } = new URL(world.product().config[name])
      return [name, world.product().config[name].replace(`:${port}`, `:${proxies[n]?.port}`)]
    }),
  ),
}

/** Takes the servers away until two requests, one after the other, have waited in vain. */
async function outlast(break_: (proxy: TcpProxy) => void) {
  for (const proxy of proxies) break_(proxy)
  const { store } = connectEventStore(config.EVENTSTORE_URL)
  for (let requests = 0; requests < 2; requests++) await store.head().catch(() => undefined)
  void store.close()
  for (const proxy of proxies) proxy.heal()
}

for (const [how, break_] of [
  ['refuses', (proxy: TcpProxy) => proxy.refuse()],
  ['is frozen', (proxy: TcpProxy) => proxy.lose()],
] as const)
  test(`a tool reads on in a log that ${how} for longer than a request waits`, async (t) => {
    const whole: string[] = []
    for await (const { id } of world.product().deps.store.readAll({ from: 'start' })) whole.push(id)
    // The rest would be on its way already.
    proxies[0]?.delay(LATE_MS)
    const store = openPatientLog(config.EVENTSTORE_URL)
    t.teardown(() => store.close())
    const read: string[] = []
    let back: Promise<void> | null = null
    for await (const { id } of store.readAll({ from: 'start' })) {
      read.push(id)
      back ??= outlast(break_)
    }
    t.ok(back)
    await back
    t.same(read, whole)
  })

test('an audit, a replay and an export wait for servers that are away', async (t) => {
  const folder = await scratchFolder('recado-away-')
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const { signal } = new AbortController()
  const tools = {
    audit: () => runTool(auditCommand, config),
    replay: () => runTool(replayCommand, config),
    export: () => runTool((console) => exportTool(console, signal), config, '--out', folder),
  }
  const back = outlast((proxy) => proxy.refuse())
  const runs = await Promise.all(
    Object.entries(tools).map(async ([name, run]) => [name, (await run()).code] as const),
  )
  await back
  t.same(Object.fromEntries(runs), { audit: 0, replay: 0, export: 0 })
})
