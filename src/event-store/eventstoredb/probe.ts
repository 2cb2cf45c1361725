import gossipGrpc, { type GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { EventStoreAddress } from '../../config/event-store-address.js'
import { Connection } from './connection.js'
import { tailOf } from './log-end.js'
import { readHead } from './read-streams.js'

type Host = EventStoreAddress['hosts'][number]

/** How long one node may take to say how it is, in milliseconds. */
const NODE_MS = 1000
const CALL_MS = 4000

/** Reads of a server that may not answer yet. None of them writes anything. */
export type Probe = {
  /** Reads what every start reads: the store's own stream, and the end of `$all`. Throws what a log throws. */
  readonly read: () => Promise<void>
  /** How each named node is, asked of it directly. The client itself has one sentence for all of them. */
  readonly nodes: () => Promise<readonly Node[]>
  readonly close: () => Promise<void>
}

/** `state` follows the node's name in a sentence. `leads`: whether it names a leader, so that the log should be readable. */
type Node = { readonly host: string; readonly state: string; readonly leads: boolean }

/** Throws CertificateUnreadable. */
export const openProbe = (address: EventStoreAddress, prefix: string): Probe => {
  const connection = new Connection(address)
  const reading = { connection, callMs: address.defaultDeadline ?? CALL_MS }
  return {
    read: async () => {
      await readHead(reading)(`${prefix}-store`)
      await tailOf(reading)
    },
    nodes: () => Promise.all(address.hosts.map((host) => nodeAt(host, address))),
    close: () => connection.close(),
  }
}

/** A connection to one node, whoever leads. */
class NodeConnection extends Connection {
  /** What the node knows of its cluster. */
  gossip(): Promise<ClusterInfo> {
    const call = this.callArguments({ ...this.call(), requiresLeader: false, deadline: NODE_MS })
    const read = (client: GossipClient) =>
      new Promise<ClusterInfo>((resolve, reject) =>
        client.read(new shared.Empty(), ...call, (error, cluster) => (error ? reject(error) : resolve(cluster))),
      )
    return this.execute(gossipGrpc.GossipClient, 'gossip', read)
  }
}

const nodeAt = async (at: Host, address: EventStoreAddress): Promise<Node> => {
  const host = `${at.address}:${at.port}`
  const connection = new NodeConnection({ ...address, hosts: [at], discover: false })
  try {
    const leader = leaderIn(await connection.inTime(2 * NODE_MS, connection.gossip()))
    if (leader === undefined) return { host, state: 'answers, but knows of no leader', leads: false }
    return { host, state: `answers, and names ${leader} as the leader`, leads: true }
  } catch (error) {
    return { host, state: faultOf(error, address.tls), leads: false }
  } finally {
    void connection.close()
  }
}

const leaderIn = (cluster: ClusterInfo): string | undefined => {
  const { LEADER } = gossip.MemberInfo.VNodeState
  const leader = cluster.getMembersList().find((member) => member.getIsAlive() && member.getState() === LEADER)
  const at = leader?.getHttpEndPoint()
  return at === undefined ? undefined : `${at.getAddress()}:${at.getPort()}`
}

/** What gRPC says of a connection that fails, and what an operator can do with it. */
const FAULTS: readonly (readonly [said: RegExp, state: string])[] = [
  [/[Dd]eadline exceeded|not answered within/, `does not answer within ${NODE_MS} ms`],
  [/ECONNREFUSED/, 'refuses connections: nothing listens on this port'],
  [/Name resolution failed/, 'cannot be found: no such host is known'],
  [/altnames/, 'shows a certificate of another host'],
  [/certificate has expired/, 'shows a certificate that has expired'],
  [/certificate/, 'shows a certificate that is not trusted: name that of its authority as tlsCAFile'],
  [/wrong version number/, 'does not speak TLS: tls=false may be missing'],
]
const REFUSED = new Set([7, 16])

const faultOf = (error: unknown, tls: boolean): string => {
  const [code, message] = error instanceof Error ? [Reflect.get(error, 'code'), error.message] : []
  if (REFUSED.has(code)) return 'refuses this user and password'
  const [, state] = FAULTS.find(([said]) => said.test(message ?? '')) ?? []
  if (state !== undefined) return state
  return `breaks the connection off${tls ? '' : ': it may want TLS, and tls=false is set'}`
}
