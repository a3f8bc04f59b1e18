import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isCommandRequest } from '@recado/standalone/api/is-command-request'
import type { FastifyInstance } from 'fastify'

/** The fate of a request: it passes, its answer is lost, or it gets this answer instead. */
export type Fate = 'passes' | 'loses_answer' | { readonly status: number; readonly wait: string }

/** Both APIs at one address, as behind a gateway, with the network faults that a test chooses. */
export type LossyGateway = {
  /** The base address, which ends in /api/v1. */
  readonly url: string
  /** Method and path of each request, in order. */
  readonly seen: readonly string[]
  /** Sets the fate of all later requests. */
  meets(fate: (call: string) => Fate): void
  /** Closes all connections. */
  cut(): void
  stop(): Promise<void>
}

type Apps = { readonly commandApp: FastifyInstance; readonly queryApp: FastifyInstance }

/** Starts a gateway on a free port; at first every request passes. @param apps returns the APIs to use now */
export async function startLossyGateway(apps: () => Apps): Promise<LossyGateway> {
  const seen: string[] = []
  let fate: (call: string) => Fate = () => 'passes'
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    seen.push(call)
    const { commandApp, queryApp } = apps()
    const app = isCommandRequest(request.method, request.url) ? commandApp : queryApp
    const met = fate(call)
    if (met === 'passes') app.routing(request, response)
    else if (met === 'loses_answer') void loseAnswer(app, request, response)
    else response.writeHead(met.status, { 'retry-after': met.wait }).end(problem(met.status))
  })
  await Promise.all([apps().commandApp.ready(), apps().queryApp.ready()])
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    seen,
    meets(next) {
      fate = next
    },
    cut: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Executes the request completely before it closes the connection. */
async function loseAnswer(app: FastifyInstance, request: IncomingMessage, to: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method, url = '', headers } = request
  const payload = chunks.length === 0 ? {} : { payload: Buffer.concat(chunks) }
  await app.inject({ method: method as 'POST', url, headers, ...payload })
  to.destroy()
}

function problem(status: number): string {
  const code = status === 429 ? 'rate_limited' : 'unavailable'
  return JSON.stringify({ error: { code, message: 'not now' } })
}
