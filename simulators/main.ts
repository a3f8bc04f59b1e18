import closeWithGrace from 'close-with-grace'
import { buildGraphSimulator } from './graph-api/graph-simulator.ts'
import { openKeptSessions } from './waha/kept-sessions.ts'
import { buildWahaSimulator } from './waha/waha-simulator.ts'

// The simulators as a process of their own. It is configured by its environment, sends `{ready, port}` to its
// parent when both listen, and ends with it.

const env = process.env
const plain = env.RECADO_PLAIN === '1'
const host = env.HOST ?? '127.0.0.1'
const graph = buildGraphSimulator({
  appSecret: env.GRAPH_APP_SECRET ?? 'simulated-app-secret',
  token: env.GRAPH_TOKEN ?? null,
  everyNumber: true,
  plain,
  behaviour: { reply: !plain, status_delay_ms: 300 },
  ...(env.GRAPH_HOOK_URL && { hookUrl: env.GRAPH_HOOK_URL }),
  ...(env.GRAPH_NUMBERS && { numbers: JSON.parse(env.GRAPH_NUMBERS) }),
})
const kept = env.WAHA_SESSIONS_FILE
  ? await openKeptSessions(env.WAHA_SESSIONS_FILE, env.WAHA_HOOK_ORIGIN, (text) => {
      process.stderr.write(`${text}\n`)
    })
  : null
const waha = buildWahaSimulator({
  apiKey: env.WAHA_API_KEY ?? null,
  plain,
  // A person who adds a number sees two QR codes before the simulated scan.
  behaviour: { ack_delay_ms: 300, unnamed_pairing_ms: 30_000 },
  ...(kept && { sessions: kept.sessions, onSessions: kept.keep }),
})

const grace = closeWithGrace({ delay: 5_000 }, async () => {
  await Promise.all([graph.close(), waha.close()])
  await kept?.close()
})
process.once('disconnect', () => grace.close())
await waha.listen({ port: Number(env.WAHA_PORT ?? 0), host })
await graph.listen({ port: Number(env.PORT ?? 0), host })
const address = graph.server.address()
process.send?.({ ready: true, port: typeof address === 'object' ? address?.port : undefined })
