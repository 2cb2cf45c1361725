import type { LogCheckpointSigned, SignedCheckpoint } from '../../domain/store.js'
import type { EventStore, StoreStreams } from '../../event-store/event-store.js'
import { NO_CHAIN, readChain } from './checkpoint-chain.js'
import type { SignCheckpoint } from './sign-checkpoint.js'

/** There is no log to sign, or nothing to sign it with. */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused'
}

/** The checkpoint over all that the log holds, and whether it was signed just now. */
export type SignedNow = { readonly checkpoint: SignedCheckpoint; readonly isNew: boolean }

type Signing = {
  readonly sign: SignCheckpoint
  readonly store: Pick<EventStore, 'read'>
  readonly streams: StoreStreams
}

/** A service signs too: where it was quicker, there is its checkpoint, or some events more to sign. */
const ATTEMPTS = 5

/**
 * Signs a checkpoint over all that the log holds, whether one is due or not. Where the last one covers all there is, that one is
 * the answer. Beside a service both take turns: each append names the last checkpoint that it knows.
 * @throws SigningRefused
 */
export const signNow = async ({ sign, store, streams }: Signing, signal: AbortSignal): Promise<SignedNow> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const data = await sign('now', signal)
    if (data !== undefined) return { checkpoint: withoutNodes(data), isNew: true }
  }
  const { last } = await readChain(store, streams, NO_CHAIN)
  if (last === undefined)
    throw new SigningRefused('Nothing could be signed: the service on this store is signing. Try again.')
  return { checkpoint: withoutNodes(last), isNew: false }
}

const withoutNodes = ({ nodes: _, ...checkpoint }: LogCheckpointSigned['data']): SignedCheckpoint => checkpoint
