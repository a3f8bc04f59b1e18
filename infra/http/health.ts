import type { FastifyInstance } from 'fastify'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { DEADLINES } from '../deadlines.ts'
import { buildServer, type ServerOptions } from './server.ts'

/** A part this process cannot work without: true when it answers; a text says why not. */
export type Check = () => Promise<boolean | string>

/** What those who run a process ask it. */
export type InternalOptions = Omit<ServerOptions, 'elsewhere'> & {
  readonly checks: Readonly<Record<string, Check>>
}

/**
 * The server on `INTERNAL_PORT`, for those inside. `/livez`: the process runs. `/readyz`: it can do its work, by the
 * named checks; 503 with the ones that fail, and why. `/metrics`: Prometheus text.
 */
export async function buildInternalServer(options: InternalOptions): Promise<FastifyInstance> {
  const { checks, metrics } = options
  const app = await buildServer({ ...options, elsewhere: [] })
  app.get('/readyz', async (_, reply) => {
    const results = await Promise.all(Object.entries(checks).map(runCheck))
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

async function runCheck([name, check]: [string, Check]): Promise<[string, boolean | string]> {
  try {
    return [name, await withTimeout(DEADLINES.check, check())]
  } catch {
    return [name, false]
  }
}
