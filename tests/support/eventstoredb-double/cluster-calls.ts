import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import features, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared, { type Empty } from '@eventstore/db-client/generated/shared_pb.js'
import type { handleUnaryCall } from '@grpc/grpc-js'
import type { Address, Node } from './node.ts'

const STREAMS = 'event_store.client.streams.streams'
const METHODS = ['read', 'append', 'tombstone', 'batchappend']

/** Who is in the cluster and who leads it, for clients that discover their server. */
export function gossipCall(node: Node, self: () => Address): handleUnaryCall<Empty, ClusterInfo> {
  return (_, answer) => {
    const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
    const members = node.leader
      ? [member(node.leader, LEADER), member(self(), FOLLOWER)]
      : [member(self(), LEADER)]
    answer(null, new gossip.ClusterInfo().setMembersList(members))
  }
}

export const supportedMethodsCall: handleUnaryCall<Empty, SupportedMethods> = (_, answer) => {
  const methods = METHODS.map((name) =>
    new features.SupportedMethod().setMethodName(name).setServiceName(STREAMS),
  )
  answer(null, new features.SupportedMethods().setMethodsList(methods).setEventStoreServerVersion('24.10.0'))
}

type State = (typeof gossip.MemberInfo.VNodeState)['LEADER' | 'FOLLOWER']

function member({ host, port }: Address, state: State) {
  const endPoint = new gossip.EndPoint().setAddress(host).setPort(port)
  return new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
    .setTimeStamp('0')
    .setState(state)
    .setIsAlive(true)
    .setHttpEndPoint(endPoint)
}
