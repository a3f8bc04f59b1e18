import { type Metadata, type sendUnaryData, status } from '@grpc/grpc-js'
import { type ClusterView, leaderOf } from './cluster-view.ts'
import { headerSafe, RpcError, unavailable } from './rpc-error.ts'

type Asked = { readonly metadata: Metadata }
type Streaming = Asked & { emit(event: 'error', error: RpcError): unknown }

/** Refuses unary calls that ask for the leader where another node leads, with its address. */
export function answeredByLeader(cluster: ClusterView) {
  return <Call extends Asked, Answer>(
    handle: (call: Call, answer: sendUnaryData<Answer>) => void,
  ) =>
    (call: Call, answer: sendUnaryData<Answer>): void =>
      mayHandle(cluster, call) ? handle(call, answer) : answer(notLeader(cluster))
}

/** The same for streaming calls. */
export function streamedByLeader(cluster: ClusterView) {
  return <Call extends Streaming>(handle: (call: Call) => void) =>
    (call: Call): void => {
      if (mayHandle(cluster, call)) handle(call)
      else call.emit('error', notLeader(cluster))
    }
}

function mayHandle(cluster: ClusterView, { metadata }: Asked): boolean {
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
