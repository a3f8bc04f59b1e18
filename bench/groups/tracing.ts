import type { Bounds } from '@recado/infra/http/bounds/bounds'
import { buildServer } from '@recado/infra/http/server'
import { traceRequests } from '@recado/infra/http/trace-requests'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import type { FastifyInstance } from 'fastify'
import { defineGroup } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'
import { ratioAtMost } from '../report/goal.ts'

const REQUESTS = 1_000
/** No client connects: requests are made in memory. */
const NO_BOUNDS: Bounds = {
  ...{ connections: 1, connectionsPerAddress: 1, trustedProxies: [] },
  ...{ headMs: 10_000, bodyMs: 10_000, bodyLeastRate: 1, unreadMs: 10_000 },
  ...{ unreadBytes: 1_000_000, unreadBytesPerAddress: 1_000_000, strangerBytes: 1_000_000 },
}

/** The cost of request spans when tracing is off, beside the cost of the requests themselves. */
export const tracing = defineGroup<FastifyInstance>({
  name: 'tracing',
  minutes: 1,
  async open({ lab }) {
    const app = await served()
    lab.after(() => app.close())
    return app
  },
  rows: [
    {
      name: 'spans of 1,000 requests, with it off',
      against: 'the same requests in memory, without a span',
      figures: ['p50_ms'],
      inBench: 'both',
      goals: [ratioAtMost('cpu', 0.02)],
      sides(app) {
        const spans = spansOfRequests()
        return {
          ours: closedLoop({ atATime: 1, call: async () => spans(REQUESTS) }),
          raw: closedLoop({ atATime: 1, call: () => answered(app, REQUESTS) }),
        }
      },
    },
  ],
})

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

type Hook = (request: object, reply: object, ...rest: unknown[]) => void

/** What the server gives a hook besides the request and its reply. */
const REST: Readonly<Record<string, readonly unknown[]>> = {
  preParsing: [null, () => undefined],
  onResponse: [() => undefined],
}
const REPLY = { statusCode: 200, elapsedTime: 0 }

/** Runs only the tracing hooks of the server: measured within whole requests their cost would drown in the noise. */
function spansOfRequests(): (count: number) => void {
  const hooks: (readonly [Hook, readonly unknown[]])[] = []
  const app = {
    decorateRequest: () => app,
    addHook: (name: string, hook: Hook) => hooks.push([hook, REST[name] ?? []]),
  }
  traceRequests(app as unknown as FastifyInstance)
  const about = { method: 'GET', routeOptions: { url: '/thing' }, headers: {}, caller: null }
  return (count) => {
    for (let i = 0; i < count; i += 1) {
      const request = { ...about, id: `request-${i}`, span: null }
      for (const [hook, rest] of hooks) hook(request, REPLY, ...rest)
    }
  }
}
