import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import shared, { type Empty } from '@eventstore/db-client/generated/shared_pb.js'
import { type handleUnaryCall, Metadata, status } from '@grpc/grpc-js'

/** Where a client that is given several nodes, or one name for all, asks for the leader; it tells nobody's name there. */
export const GOSSIP = '/event_store.client.gossip.Gossip/Read'

/** A node as the others know it. */
export type Member = { readonly port: number; readonly isAlive: boolean; readonly leads: boolean }

/** All nodes of a cluster, as each of them knows them. */
export type Members = () => readonly Member[]

export const read =
  (members: Members): handleUnaryCall<Empty, ClusterInfo> =>
  (_, answer) => {
    const cluster = new gossip.ClusterInfo()
    cluster.setMembersList(members().map(memberInfo))
    answer(null, cluster)
  }

const memberInfo = ({ port, isAlive, leads }: Member): gossip.MemberInfo => {
  const at = new gossip.EndPoint()
  at.setAddress('127.0.0.1')
  at.setPort(port)
  const id = new shared.UUID()
  id.setString(`7c1e4c1e-0000-4000-8000-${String(port).padStart(12, '0')}`)
  const member = new gossip.MemberInfo()
  member.setInstanceId(id)
  member.setTimeStamp('17000000000000000')
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
  member.setState(leads ? LEADER : FOLLOWER)
  member.setIsAlive(isAlive)
  member.setHttpEndPoint(at)
  return member
}

/** What a node answers that does not lead, as a real one does: it names the leader where it knows one. */
export const notLeader = (leader: Member | undefined, namesLeader = true) => {
  if (leader === undefined)
    return { code: status.UNKNOWN, details: 'No leader info available in response', metadata: new Metadata() }
  const metadata = new Metadata()
  metadata.set('exception', 'not-leader')
  if (namesLeader) {
    metadata.set('leader-endpoint-host', '127.0.0.1')
    metadata.set('leader-endpoint-port', `${leader.port}`)
  }
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata }
}
