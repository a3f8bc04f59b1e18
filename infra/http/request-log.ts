import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

/** What each line of a request names. What a client asks begins a chain of its own, named as the request is. */
type Ids = {
  readonly request_id: string | undefined
  readonly correlation_id: string | undefined
  readonly account_id?: string
}

/** The log of one request, for Fastify. @param named by which it names the request */
export function requestLog(
  log: FastifyBaseLogger,
  { request_id }: { readonly request_id?: string },
): FastifyBaseLogger {
  return naming(log, { request_id, correlation_id: request_id })
}

/** From now on the lines of a request name the account that it is about. */
export function logsFor(request: FastifyRequest, account_id: string): void {
  const { id, server } = request
  request.log = naming(server.log, { request_id: id, correlation_id: id, account_id })
}

/**
 * Few requests say anything, and a child of a log that redacts costs more to make than all else that is done for most
 * of them: so it is made for each line that is written.
 */
function naming(log: FastifyBaseLogger, ids: Ids): FastifyBaseLogger {
  return new Proxy(log, {
    get(of, key) {
      const own: unknown = Reflect.get(of, key)
      if (typeof own !== 'function') return own
      return (...said: unknown[]) => {
        const child = of.child(ids)
        return Reflect.apply(Reflect.get(child, key) as () => unknown, child, said)
      }
    },
  })
}
