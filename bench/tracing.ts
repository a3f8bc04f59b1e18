import type { Bounds } from '@recado/infra/http/bounds/bounds'
import { buildServer } from '@recado/infra/http/server'
import { traceRequests } from '@recado/infra/http/trace-requests'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import type { FastifyInstance } from 'fastify'
import type { Bench } from './bench.ts'
import { closedLoop, interleaved } from './measure.ts'
import { ratioAtMost } from './report.ts'

const REQUESTS = 1_000
/** No client connects: requests are made in memory. */
const NO_BOUNDS: Bounds = {
  ...{ connections: 1, connectionsPerAddress: 1, trustedProxies: [] },
  ...{ headMs: 10_000, bodyMs: 10_000, bodyLeastRate: 1, unreadMs: 10_000 },
  ...{ unreadBytes: 1_000_000, unreadBytesPerAddress: 1_000_000, strangerBytes: 1_000_000 },
}

/** The cost of request spans when tracing is off, beside the cost of the requests themselves. */
export const tracingBench: Bench = {
  name: 'tracing',
  async run({ lab, rounds, ms, progress }) {
    progress('requests in memory, with tracing off')
    const app = await served()
    lab.after(() => app.close())
    const spans = spansOfRequests()
    const variants = {
      ours: () => closedLoop(1, ms, async () => spans(REQUESTS)),
      raw: () => closedLoop(1, ms, () => answered(app, REQUESTS)),
    }
    // The first calls compile the code.
    await variants.ours()
    await variants.raw()
    const { ours, raw } = await interleaved(rounds, variants)
    return [
      {
        name: 'tracing: spans of 1,000 requests, with it off',
        unit: 'ms',
        ours: ours.p50 ?? Number.NaN,
        raw: raw.p50 ?? Number.NaN,
        against: 'the same requests in memory, without a span',
        goal: ratioAtMost(0.02),
      },
    ]
  },
}

/** A server of ours without spans. */
async function served(): Promise<FastifyInstance> {
  const log = createLogger('bench', 'error')
  const metrics = startMetrics()
  const app = await buildServer({ log, metrics, elsewhere: [], bounds: NO_BOUNDS })
  app.get('/thing', async () => ({ ok: true }))
  await app.ready()
  return app
}

async function answered(app: FastifyInstance, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await app.inject('/thing')
}

type Hook = (request: object, reply: object, done: () => void) => void

/** Runs only the tracing hooks of the server: measured within whole requests their cost would drown in the noise. */
function spansOfRequests(): (count: number) => void {
  const hooks: Hook[] = []
  const app = { decorateRequest: () => app, addHook: (_: string, hook: Hook) => hooks.push(hook) }
  traceRequests(app as unknown as FastifyInstance)
  const about = { method: 'GET', routeOptions: { url: '/thing' }, headers: {}, caller: null }
  return (count) => {
    for (let i = 0; i < count; i += 1) {
      const request = { ...about, id: `request-${i}`, span: null }
      for (const hook of hooks) hook(request, { statusCode: 200 }, () => undefined)
    }
  }
}
