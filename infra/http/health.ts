import type { FastifyInstance } from 'fastify'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { DEADLINES } from '../deadlines.ts'
import type { EventStore } from '../event-store/event-store.ts'
import { answersSelect } from '../postgres/answers-select.ts'
import type { Pool } from '../postgres/run.ts'
import { buildServer, type ServerOptions } from './server.ts'

/** Checks a part that this process cannot work without: true when it answers, a text when it does not work. */
export type Check = () => Promise<boolean | string>

export function checksOf({
  store,
  pool,
}: {
  readonly store: Pick<EventStore, 'ping'>
  readonly pool: Pool
}) {
  return {
    eventstore: () => store.ping(DEADLINES.check),
    postgres: () => answersSelect(pool),
  }
}

export type InternalOptions = Omit<ServerOptions, 'elsewhere'> & {
  readonly checks: Readonly<Record<string, Check>>
}

/** Serves `INTERNAL_PORT`: /livez (the process runs), /readyz (every check passes, else 503 with reasons), /metrics. */
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
