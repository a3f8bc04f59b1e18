import { type Metadata, type sendUnaryData, status } from '@grpc/grpc-js'
import type { ClusterView } from './cluster-view.ts'
import { headerSafe, RpcError, unavailable } from './rpc-error.ts'

type Asked = { readonly metadata: Metadata }
type Streaming = Asked & { emit(event: 'error', error: RpcError): unknown }

export function asksForLeader({ metadata }: Asked): boolean {
  return metadata.get('requires-leader')[0] === 'true'
}

/** Handles unary calls on the leader only; a follower answers with the leader's address. */
export function answeredByLeader(cluster: ClusterView) {
  return <Call, Answer>(handle: (call: Call, answer: sendUnaryData<Answer>) => void) =>
    (call: Call, answer: sendUnaryData<Answer>): void =>
      cluster.leads() ? handle(call, answer) : answer(notLeader(cluster))
}

/** The same for streaming calls; only those that `wants` selects require the leader. */
export function streamedByLeader(cluster: ClusterView) {
  return <Call extends Streaming>(
    handle: (call: Call) => void,
    wants: (call: Call) => boolean = () => true,
  ) =>
    (call: Call): void => {
      if (cluster.leads() || !wants(call)) handle(call)
      else call.emit('error', notLeader(cluster))
    }
}

function notLeader(cluster: ClusterView): RpcError {
  const leader = cluster.members().find(({ leads, alive }) => leads && alive)
  if (!leader) return unavailable('No leader is known now.')
  return new RpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': headerSafe(leader.host),
    'leader-endpoint-port': String(leader.port),
  })
}
