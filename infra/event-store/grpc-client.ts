import type { EventStoreDBClient } from '@eventstore/db-client'

/** A grpc client of another service of the server, over the client's channel and with its certificates. */
export function grpcClientOf<T>(
  client: EventStoreDBClient,
  service: new (...given: never[]) => T,
  name: string,
): Promise<T> {
  // Protected in the client's typings.
  return Reflect.get(client, 'getGRPCClient').call(client, service, name)
}
