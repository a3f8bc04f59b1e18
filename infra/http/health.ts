import type { FastifyInstance } from 'fastify'
import { type Check, runCheck } from '../server-checks.ts'
import { buildServer, type ServerOptions } from './server.ts'

export type InternalOptions = Omit<ServerOptions, 'elsewhere'> & {
  readonly checks: Readonly<Record<string, Check>>
}

/** Serves `INTERNAL_PORT`: /livez (the process runs), /readyz (every check passes, else 503 with reasons), /metrics. */
export async function buildInternalServer(options: InternalOptions): Promise<FastifyInstance> {
  const { checks, metrics } = options
  const app = await buildServer({ ...options, elsewhere: [] })
  app.get('/readyz', async (_, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
    )
    const ready = results.every(([, passed]) => passed === true)
    const reasons = results.filter(([, passed]) => typeof passed === 'string')
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ok' : 'unavailable',
      checks: Object.fromEntries(results.map(([name, passed]) => [name, passed === true])),
      ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
    })
  })
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
  return app
}
