import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { Server } from '@grpc/grpc-js'
import { appendHandler } from './append.ts'
import { batchAppendHandler } from './batch-append.ts'
import { deleteHandler, tombstoneHandler } from './delete.ts'
import { gossipHandler } from './gossip.ts'
import type { Hostility } from './hostility.ts'
import type { LogView } from './log-view.ts'
import { readHandler } from './read.ts'
import { serverFeaturesHandler } from './server-features.ts'
import type { Submit } from './submit.ts'

/** The streams service with reads that pass ready-encoded messages through. */
const STREAMS = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: (message: Buffer) => message },
}

/** What the services work with. */
export type ServiceParts = {
  readonly submit: Submit
  readonly view: LogView
  readonly hostility: Hostility
  readonly host: string
  /** The port, known once the server listens. */
  readonly port: () => number
}

/** Registers every service of the protocol this store speaks. */
export function addServices(server: Server, parts: ServiceParts): void {
  const { submit, view, hostility, host, port } = parts
  server.addService(STREAMS, {
    read: readHandler(view, hostility),
    append: appendHandler(submit),
    batchAppend: batchAppendHandler(submit),
    delete: deleteHandler(submit),
    tombstone: tombstoneHandler(submit),
  })
  server.addService(GossipService, { read: gossipHandler(host, port) })
  server.addService(ServerFeaturesService, { getSupportedMethods: serverFeaturesHandler })
}
