import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import shared, { type Empty } from '@eventstore/db-client/generated/shared_pb.js'
import type { handleUnaryCall } from '@grpc/grpc-js'

/** Where a client that is given several nodes, or one name for all, asks for the leader; it tells nobody's name there. */
export const GOSSIP = '/event_store.client.gossip.Gossip/Read'

/** A cluster of one: the server itself leads. */
export const read =
  (port: () => number): handleUnaryCall<Empty, ClusterInfo> =>
  (_, answer) => {
    const at = new gossip.EndPoint()
    at.setAddress('127.0.0.1')
    at.setPort(port())
    const id = new shared.UUID()
    id.setString('7c1e4c1e-0000-4000-8000-000000000001')
    const leader = new gossip.MemberInfo()
    leader.setInstanceId(id)
    leader.setTimeStamp('17000000000000000')
    leader.setState(gossip.MemberInfo.VNodeState.LEADER)
    leader.setIsAlive(true)
    leader.setHttpEndPoint(at)
    const cluster = new gossip.ClusterInfo()
    cluster.setMembersList([leader])
    answer(null, cluster)
  }
