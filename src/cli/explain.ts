import { MasterKeyUnfit } from '../commands/master-key.js'
import { EmbeddingModelChanged } from '../commands/open-store.js'
import { EraseRefused } from '../commands/plan-erasure.js'
import { CopyUnfinished } from '../commands/store-stream.js'
import { BadSettings } from '../config/validation.js'
import { MemoryNotFound, UserNotFound } from '../domain/errors.js'
import { EventStoreUnavailable } from '../event-store/event-store.js'
import { CertificateUnreadable, EventStoreRefused, UnsuitableServer } from '../event-store/eventstoredb/errors.js'
import { UnfinishedAppend } from '../event-store/log-range.js'
import { SigningRefused } from '../operations/checkpoints/signing.js'
import { CopyDiffers } from '../operations/copy-log/copy-log.js'
import { CopyRefused } from '../operations/copy-log/copy-markers.js'
import { RotationRefused } from '../operations/keys/report.js'
import { ProofRefused } from '../operations/prove/report.js'
import { ReembedRefused, ReembedUnderWay } from '../operations/reembed/report.js'
import { ReingestRefused, ReingestUnderWay } from '../operations/reingest/report.js'
import { EventUnreadable } from '../operations/replay/read-log.js'
import { NothingToReplay, NotInLog } from '../operations/replay/replayed.js'
import { DirectoryHeld, DirectoryUnusable } from '../postgres/directory-lock.js'
import { ExtensionMissing } from '../postgres/extensions.js'
import { isUnavailable, sqlState } from '../postgres/faults.js'
import { MigrationMismatch } from '../postgres/migrate.js'
import { ProjectorStopped } from '../projector/progress.js'
import { NothingToRebuild } from '../projector/rebuild/plan-rebuild.js'
import { RebuildUnderWay } from '../projector/rebuild/rebuild.js'
import { SwapRefused } from '../projector/rebuild/swap-generations.js'
import { ModelUnusable, ProviderRejected, ProviderUnavailable } from '../providers/errors.js'
import { AddressUnavailable } from './http-listener.js'
import { ServerFailed } from './server-request.js'

/** The exit codes; `--help` lists them. */
export const EXIT = { done: 0, failed: 1, badSettings: 2, held: 3 } as const

export type Explanation = { readonly message: string; readonly exitCode: number }

/** Errors whose message is written for people, with their exit codes. */
const explained: readonly (readonly [new (...args: never[]) => Error, number])[] = [
  [BadSettings, EXIT.badSettings],
  [DirectoryHeld, EXIT.held],
  [DirectoryUnusable, EXIT.failed],
  [RebuildUnderWay, EXIT.held],
  [ServerFailed, EXIT.failed],
  [ReembedUnderWay, EXIT.held],
  [ReembedRefused, EXIT.failed],
  [ReingestUnderWay, EXIT.held],
  [ReingestRefused, EXIT.failed],
  [RotationRefused, EXIT.failed],
  [EraseRefused, EXIT.failed],
  [UserNotFound, EXIT.failed],
  [MemoryNotFound, EXIT.failed],
  [ProofRefused, EXIT.failed],
  [SigningRefused, EXIT.failed],
  [SwapRefused, EXIT.failed],
  [NothingToRebuild, EXIT.failed],
  [ProjectorStopped, EXIT.failed],
  [NotInLog, EXIT.failed],
  [EventUnreadable, EXIT.failed],
  [UnfinishedAppend, EXIT.failed],
  [NothingToReplay, EXIT.failed],
  [AddressUnavailable, EXIT.failed],
  [ExtensionMissing, EXIT.failed],
  [MigrationMismatch, EXIT.failed],
  [CopyRefused, EXIT.failed],
  [CopyDiffers, EXIT.failed],
  [CopyUnfinished, EXIT.failed],
  [CertificateUnreadable, EXIT.badSettings],
  [UnsuitableServer, EXIT.failed],
  [EmbeddingModelChanged, EXIT.badSettings],
  [MasterKeyUnfit, EXIT.badSettings],
  [ModelUnusable, EXIT.failed],
  [ProviderRejected, EXIT.failed],
  [ProviderUnavailable, EXIT.failed],
]

/** The message for an error that ended the process, and its exit code; undefined for an unexpected error. */
export const explain = (error: unknown): Explanation | undefined => {
  const [, exitCode] = explained.find(([kind]) => error instanceof kind) ?? []
  if (exitCode !== undefined && error instanceof Error) return { message: error.message, exitCode }
  const logFault = explainLog(error)
  if (logFault !== undefined) return logFault
  if (isUnavailable(error)) {
    const message = `The database cannot be reached: ${reasonOf(error)}. Check that it runs, and DATABASE_URL.`
    return { message, exitCode: EXIT.failed }
  }
  const refused = refusals[sqlState(error) ?? '']
  if (refused === undefined) return undefined
  return { message: `${refused}: ${reasonOf(error)}. Check DATABASE_URL.`, exitCode: EXIT.failed }
}

const explainLog = (error: unknown): Explanation | undefined => {
  // The log may be a table: then the unreachable server is the database.
  if (!(error instanceof EventStoreUnavailable)) return undefined
  if (isUnavailable(error.cause)) return explain(error.cause)
  const refused = error instanceof EventStoreRefused
  const what = refused ? 'refuses this user and password' : `cannot be reached: ${reasonOf(error.cause ?? error)}`
  const advice = refused ? 'Check EVENTSTORE_URL.' : 'Check that it runs, and EVENTSTORE_URL.'
  return { message: `The event store ${what}. ${advice}`, exitCode: EXIT.failed }
}

const refusals: Readonly<Record<string, string>> = {
  '28000': 'The database refuses this user',
  '28P01': 'The database refuses this user and password',
  '3D000': 'The server has no such database',
  '42501': 'The database refuses this user a right that is needed',
}

/** The message of an error. An error of several attempts has none of its own. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  const reason = error instanceof Error ? error.message : String(error)
  // gRPC appends a note that is usually empty, and some messages end with a full stop.
  return reason
    .replace(/\s+/g, ' ')
    .replace(/\.? Resolution note:.*$/, '')
    .replace(/[. ]+$/, '')
}
