import { randomUUID } from 'node:crypto'
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js'
import type sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js'
import { writeUuid } from './uuid.ts'

type Call = ServerUnaryCall<sharedPb.Empty, gossipPb.ClusterInfo>

/** The handler by which `esdb+discover://` finds the node: a cluster of one, which leads. */
export function gossipHandler(host: string, port: () => number) {
  const instance = randomUUID()
  return (_call: Call, answer: sendUnaryData<gossipPb.ClusterInfo>): void => {
    const member = new gossipPb.MemberInfo()
    member.setInstanceId(writeUuid(instance, 'structured'))
    member.setTimeStamp(`${Date.now()}0000`)
    member.setState(gossipPb.MemberInfo.VNodeState.LEADER)
    member.setIsAlive(true)
    member.setHttpEndPoint(new gossipPb.EndPoint().setAddress(host).setPort(port()))
    answer(null, new gossipPb.ClusterInfo().setMembersList([member]))
  }
}
