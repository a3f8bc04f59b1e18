import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The raw limit of a process: node with an empty server. It says that it is ready as ours do.

/** A connection that ends while a request is on its way to it would be a failure of the loop, not a limit. */
const keepAliveTimeout = 600_000

const server = createServer({ keepAliveTimeout }, (_, response) => void response.end())
process.once('SIGTERM', () => void server.close())
server.listen(0, '127.0.0.1', () => {
  process.send?.({ ready: true, port: (server.address() as AddressInfo).port })
})
