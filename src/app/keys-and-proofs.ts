import { knownMasterKey } from '../commands/master-key.js'
import { streamsNamed } from '../commands/store-secrets.js'
import { readStore } from '../commands/store-stream.js'
import type { Config } from '../config/config.js'
import { type EventStore, type Streams, streamsOf } from '../event-store/event-store.js'
import type { DataKeys } from '../event-store/sealing/data-keys.js'
import { type SignedNow, SigningRefused, signNow } from '../operations/checkpoints/sign-now.js'
import { RotationRefused, type RotationResult, type RotationWatch } from '../operations/keys/report.js'
import { rotateKeys } from '../operations/keys/rotate.js'
import { proveErasure } from '../operations/prove/prove-erasure.js'
import { type ReplayedErasures, replayErasures } from '../operations/prove/replay-erasures.js'
import { type ErasedOne, type ErasureProof, ProofRefused, type ProofWatch } from '../operations/prove/report.js'
import type { Databases } from '../postgres/database.js'
import { claimSecretKey, holdSecretKey } from '../projector/generations/leases.js'
import { isPrepared } from './inspect-store.js'
import { withLog } from './open-log.js'
import { dataKeysOf, keyPlaceOf, openDatabases, prepareDatabases } from './open-store.js'
import { signingOf, source } from './operate-store.js'

/** Works with the databases of a store that is there, brought up to date, and with its log as it is kept. */
const onKeptLog = async <T>(
  config: Config,
  refused: (why: string) => Error,
  work: (opened: { readonly databases: Databases; readonly raw: EventStore }) => Promise<T>,
): Promise<T> => {
  const databases = await openDatabases(config)
  try {
    if (!(await isPrepared(config, databases))) throw refused('The database holds no store yet.')
    await prepareDatabases(config, databases)
    return await withLog(config, { databases }, (raw) => work({ databases, raw }))
  } finally {
    await databases.close()
  }
}

/** Gives the store that the settings name the next secret key. Throws RotationRefused, MasterKeyUnfit. */
export const rotateStoreKeys = (config: Config, watch: RotationWatch): Promise<RotationResult> =>
  onKeptLog(
    config,
    (why) => new RotationRefused(why),
    ({ databases, raw: log }) => {
      const rotating = {
        ...{ ...source, log, streams: streamsOf(config.eventStorePrefix), prefix: config.eventStorePrefix },
        ...{ db: databases.within('generations'), place: keyPlaceOf(databases) },
        ...{ given: config.masterKey, next: config.nextMasterKey },
        claim: () => claimSecretKey(databases),
      }
      return rotateKeys(rotating, watch)
    },
  )

type Opened = {
  readonly raw: EventStore
  readonly keys: DataKeys
  readonly databases: Databases
  readonly streams: Streams
}

/** Works with the log as it is kept and with the keys of what is sealed in it. Throws ProofRefused, MasterKeyUnfit. */
const onSealedLog = <T>(config: Config, work: (opened: Opened) => Promise<T>): Promise<T> =>
  onKeptLog(
    config,
    (why) => new ProofRefused(why),
    async ({ databases, raw }) => {
      const state = await readStore(raw, streamsOf(config.eventStorePrefix))
      const wanted = { given: config.masterKey, place: keyPlaceOf(databases) }
      const secrets = await knownMasterKey(state?.keyMark, wanted)
      if (state === undefined || secrets === undefined)
        throw new ProofRefused('This store has no secret key: nothing in its log is sealed.')
      const streams = streamsNamed(config.eventStorePrefix, state.names, secrets.hashes)
      return work({ raw, keys: dataKeysOf(config, { databases, ...secrets }), databases, streams })
    },
  )

type Wanted = ErasedOne & { readonly words: readonly string[] }

/** Looks for what is left of what was erased. On an embedded store its tables are written anew for it. */
export const proveStoreErasure = (config: Config, wanted: Wanted, watch: ProofWatch): Promise<ErasureProof> =>
  onSealedLog(config, (opened) => proveErasure(opened, wanted, watch))

/** Destroys again what the whole log has erased. */
export const replayStoreErasures = (config: Config, watch: ProofWatch): Promise<ReplayedErasures> =>
  onSealedLog(config, ({ databases, ...opened }) =>
    replayErasures({ ...opened, db: databases.within('generations') }, watch),
  )

/** Signs a checkpoint over all that the log holds. Throws SigningRefused, MasterKeyUnfit. */
export const signStore = (config: Config, signal: AbortSignal): Promise<SignedNow> =>
  onKeptLog(
    config,
    (why) => new SigningRefused(why),
    async ({ databases, raw: log }) => {
      const streams = streamsOf(config.eventStorePrefix)
      const state = await readStore(log, streams)
      if (state === undefined) throw new SigningRefused('There is no store of this prefix yet.')
      const release = await holdSecretKey(databases)
      try {
        const wanted = { given: config.masterKey, place: keyPlaceOf(databases) }
        const secrets = await knownMasterKey(state.keyMark, wanted)
        if (secrets === undefined) throw new SigningRefused('This store has no secret key yet: start its service once.')
        const { hashes: keyedHashes } = secrets
        const sign = signingOf({ log, streams, databases, logId: state.logId, keyedHashes }, config)
        return await signNow({ sign, store: log, streams }, signal)
      } finally {
        await release()
      }
    },
  )
