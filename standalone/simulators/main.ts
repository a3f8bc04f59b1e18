import closeWithGrace from 'close-with-grace'
import { buildGraphSimulator } from './graph-api/graph-simulator.ts'

// The simulators as a process of their own. It is told by its environment, says `{ready, port}` to its
// parent when it listens, and ends with it.

const env = process.env
const graph = buildGraphSimulator({
  appSecret: env.GRAPH_APP_SECRET ?? 'simulated-app-secret',
  token: env.GRAPH_TOKEN ?? null,
  everyNumber: true,
  plain: env.RECADO_PLAIN === '1',
  behaviour: { reply: env.RECADO_PLAIN !== '1', status_delay_ms: 300 },
  ...(env.GRAPH_HOOK_URL && { hookUrl: env.GRAPH_HOOK_URL }),
  ...(env.GRAPH_NUMBERS && { numbers: JSON.parse(env.GRAPH_NUMBERS) }),
})

const grace = closeWithGrace({ delay: 5_000 }, () => graph.close())
process.once('disconnect', () => grace.close())
await graph.listen({ port: Number(env.PORT ?? 0), host: env.HOST ?? '127.0.0.1' })
const address = graph.server.address()
process.send?.({ ready: true, port: typeof address === 'object' ? address?.port : undefined })
