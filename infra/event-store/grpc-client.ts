import type { EventStoreDBClient } from '@eventstore/db-client'
import type { CallOptions, Metadata } from '@grpc/grpc-js'

/** A grpc client of another service of the server, over the client's channel and with its certificates. */
export function grpcClientOf<T>(
  client: EventStoreDBClient,
  service: new (...given: never[]) => T,
  name: string,
): Promise<T> {
  // Protected in the client's typings.
  return Reflect.get(client, 'getGRPCClient').call(client, service, name)
}

/** The metadata and options with which the client would make a call: its login and deadline. */
export function callArgumentsOf(
  client: EventStoreDBClient,
  call: { readonly requiresLeader?: boolean; readonly deadline?: number },
): [Metadata, CallOptions] {
  // Protected in the client's typings.
  return Reflect.get(client, 'callArguments').call(client, call)
}
