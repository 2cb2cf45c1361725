import type { RequestListener } from 'node:http'
import type { Config } from '../config/config.js'
import type { Logger } from '../logger.js'
import type { CopyResult, CopyWatch } from '../operations/copy-log/copy-report.js'
import type { ReembedOptions, ReembedResult, ReembedWatch } from '../operations/reembed/report.js'
import type { Replay, ReplayingStore } from '../operations/replay/replay.js'
import type { RebuildOptions, RebuildResult, Watch } from '../projector/rebuild/plan-rebuild.js'

/** The application as its server sees it. */
export type App = {
  readonly handler: RequestListener
  /** Resolves when the read models have caught up with the log, or with what keeps them from it. */
  readonly ready: Promise<string | undefined>
  readonly rebuild: Rebuild
  readonly replay: Replay
  readonly reembed: Reembed
  /** Writes what is still in memory, then closes the store. */
  close(): Promise<void>
}

/** Builds the read models anew beside the live ones, which are served meanwhile. */
export type Rebuild = (options: RebuildOptions, watch: Watch) => Promise<RebuildResult>

/** Changes the store to another embedding model. */
export type Reembed = (options: ReembedOptions, watch: ReembedWatch) => Promise<ReembedResult>

/** A store that was opened for that. */
export type ReembeddingStore = { readonly reembed: Reembed; close(): Promise<void> }

/** A store that was opened to be rebuilt. */
export type RebuildingStore = { readonly rebuild: Rebuild; close(): Promise<void> }

/** Says what is being waited for, for those who ask meanwhile. */
export type Announce = (state: string) => void

/** What the commands start; `main.ts` hands it to them, so that a command like `--help` loads none of it. */
export type Composition = {
  openApp(config: Config, logger: Logger, announce: Announce): Promise<App>
  /** Brings schemas and read models up to date and closes the store; a sentence for each thing done. */
  prepareStore(config: Config, logger: Logger): Promise<readonly string[]>
  /** What a rebuild would do; writes nothing. */
  planStore(config: Config): Promise<RebuildResult>
  /** Copies the log of the one settings into that of the others. */
  copyStore(from: Config, to: Config, watch: CopyWatch): Promise<CopyResult>
  rebuildStore(config: Config, logger: Logger): Promise<RebuildingStore>
  /** Writes nothing, and starts nothing that writes. */
  openToReplay(config: Config): Promise<ReplayingStore>
  reembedStore(config: Config, logger: Logger): Promise<ReembeddingStore>
}

/** What a command is given. */
export type Run = Composition & {
  readonly config: Config
  readonly logger: Logger
  /** Writes a line on stdout, for whoever called. */
  say(line: string): void
}
