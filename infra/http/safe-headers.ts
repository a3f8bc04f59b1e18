import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'

/** Answers are data: a browser that opens one loads, frames and runs nothing. */
const API_POLICY = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
}

/** Adds the security headers to every answer that passes the hooks; a route may set its own. */
export function addSafeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, next) => {
    setSafeHeaders(reply)
    next()
  })
}

/** Adds the security headers to an answer that passes no hook. */
export function setSafeHeaders({ raw }: FastifyReply): void {
  for (const [name, value] of SAFE_HEADERS) raw.setHeader(name, value)
}

/** Computed once: the headers never differ, and calling helmet costs a twentieth of a read. */
function safeHeaders(): readonly (readonly [string, string])[] {
  const headers = new Map<string, string>()
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  helmet({ contentSecurityPolicy: API_POLICY })(
    {} as IncomingMessage,
    response as unknown as ServerResponse,
    (error) => {
      if (error) throw error
    },
  )
  return [...headers]
}

const SAFE_HEADERS = safeHeaders()
