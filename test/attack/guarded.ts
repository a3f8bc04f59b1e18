import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { boundedServer } from '@recado/infra/http/bounds/bounded-server'
import type { Bounds } from '@recado/infra/http/bounds/bounds'
import type { Test } from 'tap'
import { usualBounds } from '../kit/bounds.ts'

/** The handler of a small server behind the bounds. */
type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a small server with the given bounds. @returns its port, and the number of open connections */
export async function guarded(t: Test, bounds: Partial<Bounds>, handle: Handle = echoLength) {
  const server = boundedServer(handle, { ...usualBounds, ...bounds })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  return { server, port, url: `http://127.0.0.1:${port}`, connections }
}

/** Answers with the length of the body. */
export function echoLength(request: IncomingMessage, response: ServerResponse): void {
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
  })
  request.on('end', () => response.end(String(length)))
  request.on('error', () => undefined)
}
