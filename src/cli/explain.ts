import { MasterKeyUnfit } from '../commands/master-key.js'
import { EmbeddingModelChanged } from '../commands/open-store.js'
import { OperationRefused, OperationUnderWay } from '../concurrency/operation.js'
import { BadSettings } from '../config/validation.js'
import { MemoryNotFound, UserNotFound } from '../domain/errors.js'
import { EventStoreUnavailable } from '../event-store/event-store.js'
import {
  CertificateUnreadable,
  EventStoreRefused,
  NotLeader,
  UnsuitableServer,
} from '../event-store/eventstoredb/errors.js'
import { UnfinishedAppend } from '../event-store/log-range.js'
import { EventUnreadable } from '../operations/replay/read-log.js'
import { DirectoryHeld, DirectoryUnusable } from '../postgres/directory-lock.js'
import { ExtensionMissing } from '../postgres/extensions.js'
import { isUnavailable, sqlState } from '../postgres/faults.js'
import { MigrationMismatch } from '../postgres/migrate.js'
import { ProjectorStopped } from '../projector/progress.js'
import { ModelUnusable, ProviderRejected, ProviderUnavailable } from '../providers/errors.js'

/** The exit codes; `--help` lists them. */
export const EXIT = { done: 0, failed: 1, badSettings: 2, held: 3 } as const

export type Explanation = { readonly message: string; readonly exitCode: number }

/** Errors whose message is written for people, with their exit codes. */
const explained: readonly (readonly [new (...args: never[]) => Error, number])[] = [
  [BadSettings, EXIT.badSettings],
  [OperationRefused, EXIT.failed],
  [OperationUnderWay, EXIT.held],
  [DirectoryHeld, EXIT.held],
  [DirectoryUnusable, EXIT.failed],
  [UserNotFound, EXIT.failed],
  [MemoryNotFound, EXIT.failed],
  [ProjectorStopped, EXIT.failed],
  [EventUnreadable, EXIT.failed],
  [UnfinishedAppend, EXIT.failed],
  [ExtensionMissing, EXIT.failed],
  [MigrationMismatch, EXIT.failed],
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

/** The same as a sentence while it is waited for that the fault goes away. */
export const sentenceOf = (error: unknown): string => explain(error)?.message ?? `${capitalized(reasonOf(error))}.`

const explainLog = (error: unknown): Explanation | undefined => {
  // The log may be a table: then the unreachable server is the database.
  if (!(error instanceof EventStoreUnavailable)) return undefined
  if (isUnavailable(error.cause)) return explain(error.cause)
  if (error instanceof NotLeader) return { message: `${capitalized(error.message)}.`, exitCode: EXIT.failed }
  if (error instanceof EventStoreRefused) {
    const advice = 'Check the user and the password in EVENTSTORE_URL, and the rights of this user (docs/stores.md).'
    return { message: `${capitalized(error.message)}. ${advice}`, exitCode: EXIT.failed }
  }
  const message = `The event store cannot be reached: ${reasonOf(error.cause ?? error)}. Check that it runs, and EVENTSTORE_URL.`
  return { message, exitCode: EXIT.failed }
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

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
