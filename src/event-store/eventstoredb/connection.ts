import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import { EventStoreDBClient, type SingleNodeOptions } from '@eventstore/db-client'
import streams, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { type ChannelCredentials, credentials } from '@grpc/grpc-js'
import type { EventStoreAddress } from '../../config/event-store-address.js'
import { CertificateUnreadable } from './errors.js'

/**
 * Credentials of a call without a user. A call with credentials uses the plain append: with the batch append, which the client
 * would choose otherwise, the fault of one caller fails the appends of all clients of the process. Without TLS the client
 * sends no credentials, so this name never leaves the process.
 */
const NOBODY = { username: 'nobody', password: '' }

/** A read has no deadline; callers set a timeout for each answer. */
const NO_DEADLINE = { deadline: Number.POSITIVE_INFINITY }

type ClientReadableStream<T> = AsyncIterable<T> & Readable & { cancel(): void }

/** The client, with a method to close its channel. @throws CertificateUnreadable */
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

  async close(): Promise<void> {
    await this.dispose()
    const channel = await this.channel?.catch(() => undefined)
    channel?.close()
  }
}

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

const settingsOf = ({ hosts, discover, options }: EventStoreAddress) => {
  const [first] = hosts
  if (discover) return { discover: first, ...options }
  return hosts.length > 1 ? { endpoints: hosts, ...options } : { endpoint: first, ...options }
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
