import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

/**
 * The fields of each log line of a request. The correlation id of a client's request is its request id, as the client gave
 * it or, once it has a chain, as its facts have it.
 */
type Ids = {
  readonly request_id: string | undefined
  readonly correlation_id: string | undefined
  readonly account_id?: string | null
}

export function requestLog(
  log: FastifyBaseLogger,
  { request_id }: { readonly request_id?: string },
): FastifyBaseLogger {
  return withIds(log, { request_id, correlation_id: request_id })
}

/** Adds the account to all further log lines of a request. */
export function addAccountToLog(request: FastifyRequest, account_id: string): void {
  const { id, server } = request
  request.log = withIds(server.log, { request_id: id, correlation_id: id, account_id })
}

/** Adds what the facts of a request call it to all its further log lines, beside the id that its client gave it. */
export function addChainToLog(
  request: FastifyRequest,
  {
    account_id,
    correlation_id,
  }: { readonly account_id: string | null; readonly correlation_id: string },
): void {
  const { id, server } = request
  request.log = withIds(server.log, { request_id: id, correlation_id, account_id })
}

// Makes the child logger only when a line is written: few requests log anything, and a child of a redacting logger
// costs more than everything else in most requests.
function withIds(log: FastifyBaseLogger, ids: Ids): FastifyBaseLogger {
  return new Proxy(log, {
    get(of, key) {
      const own: unknown = Reflect.get(of, key)
      if (typeof own !== 'function') return own
      return (...args: unknown[]) => {
        const child = of.child(ids)
        return Reflect.apply(Reflect.get(child, key) as () => unknown, child, args)
      }
    },
  })
}
