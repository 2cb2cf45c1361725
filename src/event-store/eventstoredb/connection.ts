import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionOptions } from 'node:tls'
import { EventStoreDBClient, type SingleNodeOptions, UnavailableError } from '@eventstore/db-client'
import streams, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import {
  type ChannelCredentials,
  Client,
  connectivityState,
  credentials,
  InterceptingCall,
  type Interceptor,
  Metadata,
  type StatusObject,
  status,
} from '@grpc/grpc-js'
import type { EventStoreAddress } from '../../config/event-store-address.js'
import { EventStoreUnavailable } from '../event-store.js'
import { CertificateUnreadable } from './errors.js'

/**
 * Credentials of a call without a user. A call with credentials uses the plain append: with the batch append, which the client
 * would choose otherwise, the fault of one caller fails the appends of all clients of the process. Without TLS the client
 * sends no credentials, so this name never leaves the process.
 */
const NOBODY = { username: 'nobody', password: '' }

const CLOSE_MS = 1000

/** A read has no deadline; callers set a timeout for each answer. */
const NO_DEADLINE = { deadline: Number.POSITIVE_INFINITY }

type ClientReadableStream<T> = AsyncIterable<T> & Readable & { cancel(): void }

/**
 * The client, with what it lacks: it can be closed, it leaves a node that does not answer or does not lead, and nothing in its
 * own housekeeping ends the process. @throws CertificateUnreadable
 */
export class Connection extends EventStoreDBClient {
  private channel: ReturnType<EventStoreDBClient['getChannel']> | undefined
  private readonly credentials: { readonly username: string; readonly password: string }

  constructor(address: EventStoreAddress) {
    const security = address.tls ? { insecure: false, ...trusted(address.tlsCAFile) } : { insecure: true }
    const { createSsl } = credentials
    // The client creates its credentials in its constructor; there is no option to change them.
    credentials.createSsl = (...trust) => withoutIpServerName(createSsl(...trust))
    try {
      // The client's constructor has an overload for each of three forms of settings, but none for their union.
      super(settingsOf(address) as SingleNodeOptions, security, address.credentials)
    } finally {
      credentials.createSsl = createSsl
    }
    this.credentials = address.credentials ?? NOBODY
    const open = this.getChannel
    this.getChannel = () => {
      this.channel = open()
      return this.channel
    }
    // The client awaits this nowhere. It rejects when no node can be found, and the next call looks for one in any case.
    const reconnect = this.handleError
    this.handleError = (...failure) => reconnect(...failure).catch(() => {})
    // An append throws at a closed channel where nobody catches it, and then never ends.
    const execute = this.execute
    this.execute = (service, name, action) =>
      execute(service, name, async (client) => {
        if (client.getChannel().getConnectivityState(false) === connectivityState.SHUTDOWN) throw lostConnection()
        return action(client)
      })
    const callArguments = this.callArguments
    this.callArguments = (...wanted) => {
      const [metadata, options] = callArguments(...wanted)
      return [metadata, { ...options, interceptors: [tellingOfLostNodes] }]
    }
    const create = this.GRPCStreamCreator
    this.GRPCStreamCreator = (...wanted) => {
      const opening = create(...wanted)
      return async () => endedByCancel(await opening())
    }
  }

  /** Options of every call: the credentials, and that the leader must answer, because other nodes may lag behind. */
  call(): {
    readonly credentials: { readonly username: string; readonly password: string }
    readonly requiresLeader: true
  } {
    return { credentials: this.credentials, requiresLeader: true }
  }

  /** Sends a raw read request that the client has no method for; yields the server's raw answers. */
  read(request: ReadReq): Promise<ClientReadableStream<ReadResp>> {
    const read = (client: StreamsClient) => client.read(request, ...this.callArguments(this.call(), NO_DEADLINE))
    return this.GRPCStreamCreator(streams.StreamsClient, 'read', read)()
  }

  /**
   * The result of a call that has begun, or EventStoreUnavailable after this many milliseconds; a later result is ignored.
   * Then its connection is given up: the client would keep one to a server that hangs, while the others have elected a leader.
   */
  async inTime<T>(ms: number, call: Promise<T>): Promise<T> {
    const { channel } = this
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        void this.giveUp(channel)
        reject(new EventStoreUnavailable(`the event store has not answered within ${ms} ms`))
      }, ms)
    })
    try {
      return await Promise.race([call, late])
    } finally {
      clearTimeout(timer)
      call.catch(() => {})
    }
  }

  /** Leaves the node of a channel, unless the client has left it already. */
  private async giveUp(given: Connection['channel']): Promise<void> {
    const channel = await given?.catch(() => undefined)
    if (channel === undefined) return
    const failed = new Client('', credentials.createInsecure(), { channelOverride: channel })
    await this.handleError(failed, lostConnection())
  }

  /** Ends all calls and closes the channel; a search for a leader may take longer, and then goes on without anybody. */
  async close(): Promise<void> {
    await Promise.race([this.end(), pause(CLOSE_MS, undefined, { ref: false })])
  }

  private async end(): Promise<void> {
    await this.dispose().catch(() => {})
    const channel = await this.channel?.catch(() => undefined)
    channel?.close()
  }
}

const lostConnection = () => new UnavailableError(undefined, 'the connection was given up')

/** Where the answer "not the leader" names the leader. */
const LEADER = ['leader-endpoint-host', 'leader-endpoint-port'] as const

/** What a node answers while it knows of no leader, under gRPC status 2, which says nothing. */
export const NO_LEADER = 'No leader info available'

/**
 * Statuses after which the client must leave its node, as it recognizes them. It would keep a node that has not answered in
 * time, until the keepalive ends, and one that knows of no leader; and it throws a TypeError inside its callbacks where
 * the answer "not the leader" names none.
 */
const lostNode = (answered: StatusObject): StatusObject => {
  const { code, details, metadata } = answered
  const namesNobody =
    metadata.get('exception').includes('not-leader') && LEADER.some((key) => metadata.get(key).length === 0)
  const isLeaderless = namesNobody || (code === status.UNKNOWN && details.startsWith(NO_LEADER))
  if (!isLeaderless && code !== status.DEADLINE_EXCEEDED) return answered
  return { code: status.UNAVAILABLE, details: isLeaderless ? NO_LEADER : details, metadata: new Metadata() }
}

const tellingOfLostNodes: Interceptor = (options, next) =>
  new InterceptingCall(next(options), {
    start: (metadata, _, begin) => begin(metadata, { onReceiveStatus: (answered, pass) => pass(lostNode(answered)) }),
  })

/** A stream that ends when it is cancelled. Otherwise the client would keep it, and wait for it when it is closed. */
const endedByCancel = <T extends object>(stream: T): T => {
  if (!('cancel' in stream && 'destroy' in stream)) return stream
  const { cancel, destroy } = stream
  if (typeof cancel !== 'function' || typeof destroy !== 'function') return stream
  const end = () => {
    destroy.call(stream)
    cancel.call(stream)
  }
  return Object.assign(stream, { cancel: end })
}

/**
 * Credentials whose connections to an IP address name no server in the TLS handshake: only a host name may stand there
 * (RFC 6066), and Node warns of anything else. gRPC puts the address there. The certificate must be of the address all
 * the same, because without a server name Node checks it against the host of the connection.
 */
const withoutIpServerName = (secure: ChannelCredentials): ChannelCredentials => {
  const connectorOf = secure._createSecureConnector.bind(secure)
  secure._createSecureConnector = (...target) => {
    // The options are not part of gRPC's types; a test checks that they still exist.
    const connector: ReturnType<typeof connectorOf> & { connectionOptions?: ConnectionOptions } = connectorOf(...target)
    const { connectionOptions } = connector
    if (isIP(connectionOptions?.servername ?? '')) delete connectionOptions?.servername
    return connector
  }
  return secure
}

/** Seconds for a node to say who leads. The client's own 5 s would be lost each time that it asks a node first that hangs. */
const GOSSIP_SECONDS = 1

const settingsOf = ({ hosts, discover, options }: EventStoreAddress) => {
  const [first] = hosts
  if (!discover && hosts.length === 1) return { endpoint: first, ...options }
  const asked = discover ? { discover: first } : { endpoints: hosts }
  return { ...asked, gossipTimeout: GOSSIP_SECONDS, ...options }
}

const trusted = (file: string | undefined): { readonly rootCertificate?: Buffer } => {
  if (file === undefined) return {}
  try {
    return { rootCertificate: readFileSync(file) }
  } catch {
    throw new CertificateUnreadable(
      `EVENTSTORE_URL: its tlsCAFile ${file} cannot be read. Name a file of certificates (PEM).`,
    )
  }
}
