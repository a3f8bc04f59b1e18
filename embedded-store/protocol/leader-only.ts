import { type Metadata, type sendUnaryData, status } from '@grpc/grpc-js'
import { type ClusterView, leaderOf } from './cluster-view.ts'
import { headerSafe, RpcError, unavailable } from './rpc-error.ts'

type WithMetadata = { readonly metadata: Metadata }
type Streaming = WithMetadata & { emit(event: 'error', error: RpcError): unknown }

/** Refuses unary calls that require the leader when another node leads, and names that node's address. */
export function requireLeader(cluster: ClusterView) {
  return <Call extends WithMetadata, Answer>(
    handle: (call: Call, answer: sendUnaryData<Answer>) => void,
  ) =>
    (call: Call, answer: sendUnaryData<Answer>): void =>
      mayHandle(cluster, call) ? handle(call, answer) : answer(notLeader(cluster))
}

/** The same for streaming calls. */
export function requireLeaderOfStream(cluster: ClusterView) {
  return <Call extends Streaming>(handle: (call: Call) => void) =>
    (call: Call): void => {
      if (mayHandle(cluster, call)) handle(call)
      else call.emit('error', notLeader(cluster))
    }
}

function mayHandle(cluster: ClusterView, { metadata }: WithMetadata): boolean {
  return cluster.leads() || metadata.get('requires-leader')[0] !== 'true'
}

function notLeader(cluster: ClusterView): RpcError {
  const leader = leaderOf(cluster)
  if (!leader) return unavailable('No leader is known now.')
  return new RpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': headerSafe(leader.host),
    'leader-endpoint-port': String(leader.port),
  })
}
