import { EmbeddingModelChanged } from '../commands/open-store.js'
import { ReembedRefused, ReembedUnderWay } from '../commands/reembed/report.js'
import { BadSettings } from '../config.js'
import { DirectoryHeld, DirectoryUnusable } from '../postgres/directory-lock.js'
import { ExtensionMissing } from '../postgres/extensions.js'
import { isUnavailable, sqlState } from '../postgres/faults.js'
import { MigrationMismatch } from '../postgres/migrate.js'
import { NothingToRebuild } from '../projector/plan-rebuild.js'
import { RebuildUnderWay } from '../projector/rebuild.js'
import { SwapRefused } from '../projector/swap-generations.js'
import { ModelUnusable, ProviderRejected, ProviderUnavailable } from '../providers/errors.js'
import { RebuildFailed } from './ask-for-rebuild.js'
import { AddressUnavailable } from './front-door.js'

/** The exit codes, as `--help` tells them. */
export const EXIT = { done: 0, failed: 1, badSettings: 2, held: 3 } as const

export type Explanation = { readonly message: string; readonly exitCode: number }

/** Errors whose message is made for people. */
const told: readonly (readonly [new (...args: never[]) => Error, number])[] = [
  [BadSettings, EXIT.badSettings],
  [DirectoryHeld, EXIT.held],
  [DirectoryUnusable, EXIT.failed],
  [RebuildUnderWay, EXIT.held],
  [RebuildFailed, EXIT.failed],
  [ReembedUnderWay, EXIT.held],
  [ReembedRefused, EXIT.failed],
  [SwapRefused, EXIT.failed],
  [NothingToRebuild, EXIT.failed],
  [AddressUnavailable, EXIT.failed],
  [ExtensionMissing, EXIT.failed],
  [MigrationMismatch, EXIT.failed],
  [EmbeddingModelChanged, EXIT.badSettings],
  [ModelUnusable, EXIT.failed],
  [ProviderRejected, EXIT.failed],
  [ProviderUnavailable, EXIT.failed],
]

/** What to tell whoever started the process about an error that ended it; undefined when nobody foresaw it. */
export const explain = (error: unknown): Explanation | undefined => {
  const [, exitCode] = told.find(([kind]) => error instanceof kind) ?? []
  if (exitCode !== undefined && error instanceof Error) return { message: error.message, exitCode }
  if (isUnavailable(error)) {
    const message = `The database cannot be reached: ${reasonOf(error)}. Check that it runs, and DATABASE_URL.`
    return { message, exitCode: EXIT.failed }
  }
  const refused = refusals[sqlState(error) ?? '']
  if (refused === undefined) return undefined
  return { message: `${refused}: ${reasonOf(error)}. Check DATABASE_URL.`, exitCode: EXIT.failed }
}

const refusals: Readonly<Record<string, string>> = {
  '28000': 'The database refuses this user',
  '28P01': 'The database refuses this user and password',
  '3D000': 'The server has no such database',
  '42501': 'The database refuses this user a right that is needed',
}

/** An error of several attempts has no message of its own. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
