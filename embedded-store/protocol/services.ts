import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { UsersService } from '@eventstore/db-client/generated/users_grpc_pb.js'
import type { Server } from '@grpc/grpc-js'
import type { Hostility } from '../hostility.ts'
import type { LogView } from '../log/log-view.ts'
import type { Submit } from '../log/submit.ts'
import { type Guards, guardsOver } from './access.ts'
import { appendHandler } from './append.ts'
import { batchAppendHandler } from './batch-append.ts'
import type { ClusterView } from './cluster-view.ts'
import { deleteHandler, tombstoneHandler } from './delete.ts'
import { gossipHandler } from './gossip.ts'
import { requireLeader, requireLeaderOfStream } from './leader-only.ts'
import { readHandler } from './read.ts'
import { serverFeaturesHandler } from './server-features.ts'
import { usersHandlers } from './users.ts'

/** The streams service with reads that pass ready-encoded messages through. */
const STREAMS = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: (message: Buffer) => message },
}

/** Clients that cannot authenticate are not restricted. */
const UNGUARDED: Guards = { reading: null, writing: null, deleting: null }

export type ServiceParts = {
  readonly submit: Submit
  readonly view: LogView
  readonly hostility: Hostility
  readonly cluster: ClusterView
  /** Whether clients can authenticate, which they do over TLS only. */
  readonly secured: boolean
}

export function addServices(server: Server, parts: ServiceParts): void {
  const { submit, view, hostility, cluster, secured } = parts
  const { reading, writing, deleting } = secured ? guardsOver(() => view.reader) : UNGUARDED
  const leaderOnly = requireLeader(cluster)
  const leaderOnlyStream = requireLeaderOfStream(cluster)
  server.addService(STREAMS, {
    read: leaderOnlyStream(readHandler(view, hostility, reading)),
    append: leaderOnly(appendHandler(submit, writing)),
    batchAppend: leaderOnlyStream(batchAppendHandler(submit, writing)),
    delete: leaderOnly(deleteHandler(submit, deleting)),
    tombstone: leaderOnly(tombstoneHandler(submit, deleting)),
  })
  if (secured) {
    const { create, resetPassword, details } = usersHandlers(submit, () => view.reader)
    server.addService(UsersService, {
      create: leaderOnly(create),
      resetPassword: leaderOnly(resetPassword),
      details: leaderOnlyStream(details),
    })
  }
  server.addService(GossipService, { read: gossipHandler(cluster) })
  server.addService(ServerFeaturesService, {
    getSupportedMethods: serverFeaturesHandler(view.version),
  })
}
