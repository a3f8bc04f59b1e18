import { Server, ServerCredentials } from '@grpc/grpc-js'
import type { EventStoreOptions } from './protocol/server.ts'

/** Bytes. Above gRPC's default of 4 MiB: clients send parts of 3 MiB plus their envelopes. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024

export function createServer(): Server {
  return new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES })
}

/** @returns the bound port. @throws when the port is taken */
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
