import { setTimeout as pause } from 'node:timers/promises'
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js'
import { batchAppend, plainAppend, type Seen, type Serving } from './appending.js'
import { GOSSIP, type Members, notLeader, read as readGossip } from './gossip.js'
import { read } from './reading.js'
import { createScript } from './script.js'
import { createServerLog, type ServerLog } from './server-log.js'

export type Wanted = {
  /** Name and password, joined by a colon; nobody else is let in. */
  readonly user?: string
  /** A certificate and its key, as PEM. */
  readonly tls?: { readonly certificate: string; readonly key: string }
  /** What it holds already; an empty log without it. */
  readonly log?: ServerLog
  /** Any free one without it. */
  readonly port?: number
  /** The nodes of its cluster; without it the server is alone and leads. */
  readonly members?: Members
}

/** A server that speaks EventStoreDB's protocol from memory, and fails as a script says. */
export const startEventStoreDouble = async (wanted: Wanted = {}) => {
  const seen: Seen = {
    ...{ appends: 0, batches: 0, reads: 0, sent: 0, subscriptions: 0 },
    ...{ delivered: 0, checkpoints: 0, overruns: 0, considered: 0 },
    users: [],
  }
  let port = wanted.port ?? 0
  const members = wanted.members ?? (() => [{ port, isAlive: true, leads: true }])
  const serving: Serving = { log: wanted.log ?? createServerLog(), script: createScript(), seen, members }
  const open = new Set<ServerWritableStream<ReadReq, ReadResp>>()
  const made = () => {
    const server = serverOf(serving, open, { ...wanted, port: () => port })
    server.addService(gossipGrpc.GossipService, {
      read: readGossip(() => (serving.script.gossipsNobody ? [] : members())),
    })
    return server
  }
  let server = made()
  port = await bound(server, port, wanted)
  return {
    ...serving,
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    /** Gone, with all connections; the log stays. */
    stop: async () => server.forceShutdown(),
    /** There again, on the same port. */
    restart: async () => {
      server = made()
      await bound(server, port, wanted)
    },
    /** Ends every subscription and read under way with an error. */
    drop: () => {
      for (const call of [...open]) call.emit('error', { code: status.UNAVAILABLE, details: 'dropped' })
    },
    close: async () => server.forceShutdown(),
  }
}
export type EventStoreDouble = Awaited<ReturnType<typeof startEventStoreDouble>>

const serverOf = (serving: Serving, open: Set<ServerWritableStream<ReadReq, ReadResp>>, gate: Gate): Server => {
  const interceptors = [asking(serving, gate)]
  const server = new Server({ 'grpc.max_receive_message_length': 17 << 20, interceptors })
  server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supported })
  const refused: handleUnaryCall<unknown, unknown> = (_, answer) => answer({ code: status.UNIMPLEMENTED })
  server.addService(streamsGrpc.StreamsService, {
    read: read(serving, open),
    append: plainAppend(serving),
    batchAppend: batchAppend(serving),
    delete: refused,
    tombstone: refused,
  })
  return server
}

const bound = (server: Server, port: number, { tls }: Wanted): Promise<number> => {
  const credentials = tls
    ? ServerCredentials.createSsl(null, [
        { cert_chain: Buffer.from(tls.certificate), private_key: Buffer.from(tls.key) },
      ])
    : ServerCredentials.createInsecure()
  return new Promise((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, at) => (error ? reject(error) : resolve(at))),
  )
}

type Gate = Pick<Wanted, 'user'> & { readonly port: () => number }

/** How often a call that hangs looks whether the server goes on. */
const HUNG_MS = 20

/** Lets in whoever says who they are, as far as anybody is asked, and as far as it leads where the leader is asked for. */
const asking =
  ({ seen, script, members }: Serving, { user, port }: Gate): ServerInterceptor =>
  ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: async (metadata, go) => {
            if (script.lateMs > 0) await pause(script.lateMs, undefined, { ref: false })
            while (script.isHung) await pause(HUNG_MS, undefined, { ref: false })
            if (path === GOSSIP) return go(metadata)
            const [basic] = metadata.get('authorization')
            seen.users.push(basic?.toString())
            if (user !== undefined && basic !== `Basic ${Buffer.from(user).toString('base64')}`)
              return call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Bad HTTP status code: 401' })
            const leader = members().find(({ leads }) => leads)
            if (leader?.port === port() || !metadata.get('requires-leader').includes('true')) return go(metadata)
            call.sendStatus(notLeader(leader, script.namesLeader))
          },
        }),
    })

/** Says that it takes batches: a client that may choose, chooses them. */
const supported: handleUnaryCall<Empty, SupportedMethods> = (_, answer) => {
  const method = new features.SupportedMethod()
  method.setServiceName('event_store.client.streams.streams')
  method.setMethodName('batchappend')
  const methods = new features.SupportedMethods()
  methods.setEventStoreServerVersion('23.10.8')
  methods.addMethods(method)
  answer(null, methods)
}
