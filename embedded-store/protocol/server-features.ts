import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js'

/** Services and methods, in lower case like those of the real server. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  'event_store.client.streams.streams': ['append', 'batchappend', 'delete', 'read', 'tombstone'],
  'event_store.client.gossip.gossip': ['read'],
  'event_store.client.server_features.serverfeatures': ['getsupportedmethods'],
}

type Call = ServerUnaryCall<sharedPb.Empty, featuresPb.SupportedMethods>

/** The handler that lists the supported methods. Without `batchappend` clients append at half the speed. */
export function serverFeaturesHandler(version: string) {
  const supported = new featuresPb.SupportedMethods().setEventStoreServerVersion(version)
  for (const [service, methods] of Object.entries(METHODS)) {
    for (const method of methods) {
      const entry = new featuresPb.SupportedMethod()
      supported.addMethods(entry.setServiceName(service).setMethodName(method))
    }
  }
  return (_call: Call, answer: sendUnaryData<featuresPb.SupportedMethods>): void =>
    answer(null, supported)
}
