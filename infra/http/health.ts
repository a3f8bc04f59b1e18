import type { FastifyInstance } from 'fastify'
import { within } from '../event-store/patience.ts'
import type { Metrics } from '../metrics.ts'

/** A part this process cannot work without: true when it answers; a text says why not. */
export type Check = () => Promise<boolean | string>

const PATIENCE_MS = 2_000

/**
 * `/livez`: the process runs. `/readyz`: it can do its work, by the named checks; 503 with the ones that fail, and why.
 * `/metrics`: Prometheus text. A gateway keeps them from the outside.
 */
export function answerHealth(
  app: FastifyInstance,
  checks: Readonly<Record<string, Check>>,
  metrics: Metrics,
): void {
  app.get('/livez', async () => ({ status: 'ok' }))
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
}

async function runCheck([name, check]: [string, Check]): Promise<[string, boolean | string]> {
  try {
    return [name, await within(PATIENCE_MS, check())]
  } catch {
    return [name, false]
  }
}
