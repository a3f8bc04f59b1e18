import { randomUUID } from 'node:crypto'
import type { EventStoreDBClient } from '@eventstore/db-client'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import type { ServiceError } from '@grpc/grpc-js'
import { callArgumentsOf, grpcClientOf } from '@recado/infra/event-store/grpc-client'
import type { Test } from 'tap'
import { newStream } from './store-under-test.ts'

/** Asserts that the server refuses an event without its type or its content type, and says why. */
export async function refusesIncomplete(t: Test, client: EventStoreDBClient): Promise<void> {
  for (const missing of ['type', 'content-type']) {
    const error = await appendWithout(client, missing)
    t.equal(error.code, 3)
    t.equal(error.metadata.get('exception')[0], 'missing-required-metadata-property')
  }
}

/** Appends one event without a property, which the client itself never does, over its channel and with its login. */
async function appendWithout(client: EventStoreDBClient, missing: string): Promise<ServiceError> {
  const streams = await grpcClientOf(client, StreamsClient, 'append')
  const [metadata, options] = callArgumentsOf(client, {})
  return new Promise((resolve, reject) => {
    const call = streams.append(metadata, options, (error) =>
      error ? resolve(error) : reject(new Error('appended')),
    )
    call.write(new streamsPb.AppendReq().setOptions(optionsFor(newStream())))
    const message = new streamsPb.AppendReq.ProposedMessage()
    message.setId(new sharedPb.UUID().setString(randomUUID()))
    for (const property of ['type', 'content-type']) {
      if (property !== missing) message.getMetadataMap().set(property, 'application/json')
    }
    call.write(new streamsPb.AppendReq().setProposedMessage(message))
    call.end()
  })
}

function optionsFor(stream: string) {
  const options = new streamsPb.AppendReq.Options()
  options.setAny(new sharedPb.Empty())
  const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream))
  return options.setStreamIdentifier(identifier)
}
