import gossipPb from '@eventstore/db-client/generated/gossip_pb.js'
import type sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js'
import type { ClusterView, Member } from './cluster-view.ts'
import { writeUuid } from './uuid.ts'

type Call = ServerUnaryCall<sharedPb.Empty, gossipPb.ClusterInfo>

const { LEADER, FOLLOWER } = gossipPb.MemberInfo.VNodeState

export function gossipHandler(cluster: ClusterView) {
  return (_call: Call, answer: sendUnaryData<gossipPb.ClusterInfo>): void => {
    answer(null, new gossipPb.ClusterInfo().setMembersList(cluster.members().map(memberInfo)))
  }
}

function memberInfo({ instance, host, port, alive, leads }: Member): gossipPb.MemberInfo {
  const info = new gossipPb.MemberInfo()
  info.setInstanceId(writeUuid(instance, 'structured'))
  info.setTimeStamp(`${Date.now()}0000`)
  info.setState(leads ? LEADER : FOLLOWER)
  info.setIsAlive(alive)
  return info.setHttpEndPoint(new gossipPb.EndPoint().setAddress(host).setPort(port))
}
