import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { forCommands } from '@recado/standalone/api/for-commands'
import type { FastifyInstance } from 'fastify'

/** What becomes of a request: it passes, its answer is lost, or it is answered this in its place. */
export type Fate = 'passes' | 'loses_answer' | { readonly status: number; readonly wait: string }

/** Both APIs at one address, as a gateway has them, and as bad as a test wants it. */
export type LossyGateway = {
  /** Ends in /api/v1. */
  readonly url: string
  /** Method and path of each request, in order. */
  readonly seen: readonly string[]
  /** Decides over the requests that come from now on. */
  meets(fate: (call: string) => Fate): void
  /** Ends all connections. */
  cut(): void
  stop(): Promise<void>
}

type Apps = { readonly commandApp: FastifyInstance; readonly queryApp: FastifyInstance }

/** Starts one on a free port; at first everything passes. @param apps the product as it runs now */
export async function startLossyGateway(apps: () => Apps): Promise<LossyGateway> {
  const seen: string[] = []
  let fate: (call: string) => Fate = () => 'passes'
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    seen.push(call)
    const { commandApp, queryApp } = apps()
    const app = forCommands(request.method, request.url) ? commandApp : queryApp
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

/** The request is done in full; only then the connection ends. */
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
