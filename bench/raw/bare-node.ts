import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The raw limit of a process: node with an empty server. It reports that it is ready as our processes do.

/** A connection that the server closes while a request is on its way would fail the load generator. */
const keepAliveTimeout = 600_000

const server = createServer({ keepAliveTimeout }, (_, response) => void response.end())
process.once('SIGTERM', () => void server.close())
server.listen(0, '127.0.0.1', () => {
  process.send?.({ ready: true, port: (server.address() as AddressInfo).port })
})
