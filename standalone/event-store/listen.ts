import { Server, ServerCredentials } from '@grpc/grpc-js'
import type { EventStoreOptions } from './protocol/server.ts'

/** Above the 4 MiB of gRPC: clients send parts of 3 MiB and what is around them. */
const LARGEST_MESSAGE = 17 * 1024 * 1024

/** A server without services. */
export function createServer(): Server {
  return new Server({ 'grpc.max_receive_message_length': LARGEST_MESSAGE })
}

/** @returns the port. @throws when it is taken */
export function listen(server: Server, { host, port, tls }: EventStoreOptions): Promise<number> {
  const credentials = tls
    ? ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }])
    : ServerCredentials.createInsecure()
  return new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
}
