import { hash } from 'node:crypto'
import type { Recorded, StreamName } from '../event-store/event-store.js'
import { canonicalJson } from './canonical-json.js'

/** A SHA-256 digest: 32 bytes. */
export type Digest = Uint8Array

/** By way of text, which Node makes in less time than a buffer. */
const digestOf = (data: string | Uint8Array): Digest => Buffer.from(hash('sha256', data, 'binary'), 'binary')

/** SHA-256 of texts (as UTF-8) and bytes, one after the other. */
export const sha256 = (...parts: readonly (string | Uint8Array)[]): Digest =>
  digestOf(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))))

/** As text: 64 digits. */
export const hex = (digest: Digest): string => Buffer.from(digest).toString('hex')

/** What a digest is made of: all that the log keeps of an event but its position, which is another one in a copy. */
type Digested = Pick<Recorded, 'id' | 'type' | 'revision' | 'metadata' | 'data'>

/** The digest of one event as the log keeps it. */
export const eventDigest = ({ id, type, revision, metadata, data }: Digested): Digest =>
  hash(
    'sha256',
    `palimpsest:event:1\n${canonicalJson({ id, type, revision: `${revision}`, metadata, data })}`,
    'buffer',
  )

/** The digest of a stream without an event. */
export const emptyStream = (stream: StreamName): Digest => sha256(`palimpsest:stream:1\n${stream}`)

/** What a link is made of: filled anew for each, as a log has very many. */
const LINK = Buffer.concat([Buffer.from('palimpsest:link:1\n'), Buffer.alloc(64)])

/** The digest of a stream that has one more event: each event changes all digests after it. */
export const extended = (before: Digest, event: Digested): Digest => {
  LINK.set(before, LINK.length - 64)
  LINK.set(eventDigest(event), LINK.length - 32)
  return digestOf(LINK)
}

/** How far a stream has come: its last event, and the digest of it and all before it. */
export type StreamHead = { readonly stream: StreamName; readonly revision: bigint; readonly digest: Digest }

/** A head as a leaf of a checkpoint's tree. */
export const leafOf = ({ stream, revision, digest }: StreamHead): string => `${stream}\n${revision}\n${hex(digest)}`
