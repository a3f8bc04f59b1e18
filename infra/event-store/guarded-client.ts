import type { Duplex } from 'node:stream'
import { EventStoreDBClient } from '@eventstore/db-client'
import { patchSerialisation } from './proposed-bytes.ts'
import { clientAddress } from './store-address.ts'

type CreateStream = (client: unknown) => Duplex | Promise<Duplex>
type StreamCreator = (
  service: unknown,
  name: string,
  create: CreateStream,
  sharedStreams?: WeakMap<object, unknown>,
) => () => Promise<Duplex>

/**
 * A client (6.2.1) in which two faults of its shared append stream cannot end the process: a reply with an unknown or
 * repeated correlation id throws inside an event handler, and a connection lost while more than 16 appends wait to be
 * written rejects a promise that nothing handles.
 * @param url connection string, such as `esdb://127.0.0.1:2113?tls=false`
 * @throws when the connection string cannot be read
 */
export function guardedClient(url: string): EventStoreDBClient {
  patchSerialisation()
  const client = openClient(url)
  // Protected in the client's typings, and the only way to reach the append stream.
  const createStream: StreamCreator = Reflect.get(client, 'GRPCStreamCreator')
  const guarding: StreamCreator = (service, name, create, sharedStreams) =>
    createStream(
      service,
      name,
      // Only the append stream is shared between calls.
      sharedStreams ? async (grpc) => guardStream(await create(grpc)) : create,
      sharedStreams,
    )
  Reflect.set(client, 'GRPCStreamCreator', guarding)
  return client
}

function openClient(url: string): EventStoreDBClient {
  const address = clientAddress(url)
  try {
    return EventStoreDBClient.connectionString(address)
  } catch (error) {
    const { expected } = error as { expected?: string }
    if (expected === undefined) throw error
    // The client's own message contains the address, and so the login.
    throw new Error(`the address of the event store cannot be read: ${expected} is expected`)
  }
}

function guardStream(stream: Duplex): Duplex {
  for (const listener of stream.listeners('data')) {
    stream.on('data', (answer) => dropOrphan(() => listener.call(stream, answer)))
    stream.off('data', listener as (answer: unknown) => void)
  }
  // Waiting for `drain` would leave unhandled promises; the number of appends in flight bounds the memory instead.
  const write = stream.write.bind(stream)
  stream.write = (chunk: unknown) => {
    write(chunk)
    return true
  }
  return stream
}

/** Drops the TypeError of a reply that nothing waits for: its append has timed out and is retried. */
function dropOrphan(handle: () => void): void {
  try {
    handle()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}
