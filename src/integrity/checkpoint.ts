import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { SignedCheckpoint } from '../domain/store.js'
import { canonicalJson } from './canonical-json.js'
import { hex, sha256 } from './digests.js'

/** What a checkpoint says, before it is signed. */
type CheckpointBody = Omit<SignedCheckpoint, 'key' | 'signature'>

/** Signs checkpoints of a log. */
export type CheckpointSigner = (body: CheckpointBody) => SignedCheckpoint

/** What stands before the 32 bytes of a private key of Ed25519 in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs with the key pair of this seed of 32 bytes (Ed25519, RFC 8032). */
export const signerOf = (seed: Uint8Array): CheckpointSigner => {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const key = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
  return (body) => ({ ...body, key, signature: sign(null, signedBytes({ ...body, key }), privateKey).toString('hex') })
}

/** Whether a checkpoint is as it was signed by the key that it names. Whose key that is, it cannot say. */
export const isSigned = ({ signature, ...signed }: SignedCheckpoint): boolean => {
  const key = publicKey(signed.key)
  return key !== undefined && verify(null, signedBytes(signed), key, Buffer.from(signature, 'hex'))
}

/** Undefined where the digits are no point of the curve. */
const publicKey = (digits: string): KeyObject | undefined => {
  const x = Buffer.from(digits, 'hex').toString('base64url')
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  } catch {
    return undefined
  }
}

const signedBytes = (signed: Omit<SignedCheckpoint, 'signature'>): Buffer => {
  const { logId, number, position, events, streams, root, previous, key } = signed
  const all = { logId, number, position, events, streams, root, previous, key }
  return Buffer.from(`palimpsest:checkpoint:1\n${canonicalJson(all)}`)
}

/** What the next checkpoint names as the one before it: a digest of all that is signed, and of the signature. */
export const checkpointDigest = (checkpoint: SignedCheckpoint): string => {
  const { logId, number, position, events, streams, root, previous, key, signature } = checkpoint
  const all = { logId, number, position, events, streams, root, previous, key, signature }
  return hex(sha256(`palimpsest:signed-checkpoint:1\n${canonicalJson(all)}`))
}
