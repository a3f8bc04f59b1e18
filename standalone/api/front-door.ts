import type { Server } from 'node:http'
import { boundedServer } from '@recado/infra/http/bounds/bounded-server'
import type { Bounds } from '@recado/infra/http/bounds/bounds'
import type { ListenAt } from '@recado/infra/listen'
import type { FastifyInstance } from 'fastify'
import { isCommandRequest } from './is-command-request.ts'

export type FrontDoorOptions = {
  readonly command: FastifyInstance
  readonly query: FastifyInstance
  readonly bounds: Bounds
}

/** One listener for both applications. */
export type FrontDoor = {
  readonly server: Server
  listen(at: ListenAt): Promise<unknown>
  /** Stops accepting connections, and resolves when the last open request is answered. */
  close(): Promise<unknown>
}

/** Routes each request to the application that serves it, by the rules of a production gateway; nothing is proxied. */
export async function openFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const { command, query, bounds } = options
  await Promise.all([command.ready(), query.ready()])
  const server = boundedServer((request, response) => {
    const app = isCommandRequest(request.method, request.url) ? command : query
    app.routing(request, response)
  }, bounds)
  return {
    server,
    listen: (at) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(at, resolve)
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
