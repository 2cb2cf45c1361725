import type { RequestListener } from 'node:http'
import type { ErasureExtent, ErasureWish } from '../commands/erase-memories.js'
import type { Config } from '../config/config.js'
import type { Logger } from '../logger.js'
import type { SignedNow } from '../operations/checkpoints/signing.js'
import type { CopyResult, CopyWatch } from '../operations/copy-log/copy-report.js'
import type { RotationResult, RotationWatch } from '../operations/keys/report.js'
import type { ReplayedErasures } from '../operations/prove/replay-erasures.js'
import type { ErasedOne, ErasureProof, ProofWatch } from '../operations/prove/report.js'
import type { ReembedOptions, ReembedResult, ReembedWatch } from '../operations/reembed/report.js'
import type { ReingestOptions, ReingestResult, ReingestWatch } from '../operations/reingest/report.js'
import type { Replay, ReplayingStore } from '../operations/replay/replay.js'
import type { RebuildOptions, RebuildResult, Watch } from '../projector/rebuild/plan-rebuild.js'

/** The part of the application that the server uses. */
export type App = {
  readonly handler: RequestListener
  /** Resolves when the read models have caught up with the log; with a reason if they cannot. */
  readonly ready: Promise<string | undefined>
  readonly rebuild: Rebuild
  readonly replay: Replay
  readonly reembed: Reembed
  /** Serves the Model Context Protocol on stdin and stdout, in the scope of the settings. */
  readonly mcp: (toolset: McpToolset) => McpConnection
  /** Writes what is still in memory, then closes the store. */
  close(): Promise<void>
}

/** Other memory servers, whose names and arguments of tools are offered. */
export const MCP_PROFILES = ['mem0', 'openmemory', 'server-memory', 'hindsight', 'chatgpt'] as const
/** Which tools a client is offered. */
type McpToolset = 'default' | 'all' | (typeof MCP_PROFILES)[number]

/** A client on stdin and stdout; `ended` resolves when it has closed stdin. */
export type McpConnection = { readonly ended: Promise<void>; close(): Promise<void> }

/** Builds the read models anew, while requests use the live ones. */
export type Rebuild = (options: RebuildOptions, watch: Watch) => Promise<RebuildResult>

/** Changes the store to another embedding model. */
export type Reembed = (options: ReembedOptions, watch: ReembedWatch) => Promise<ReembedResult>

/** A store that was opened for a change of model. */
export type ReembeddingStore = { readonly reembed: Reembed; close(): Promise<void> }

/** Derives facts of episodes that were taken in without a language model. */
type Reingest = (options: ReingestOptions, watch: ReingestWatch) => Promise<ReingestResult>

/** A store that was opened for that. */
export type ReingestingStore = { readonly reingest: Reingest; close(): Promise<void> }

type EraseWatch = { readonly report: (position: number, of: number) => void; readonly signal: AbortSignal }

/** A store that was opened to erase from it. Both throw UserNotFound or MemoryNotFound. */
export type ErasingStore = {
  readonly plan: (wish: ErasureWish) => Promise<ErasureExtent>
  /** Resolves when keys are destroyed and no read shows it any more. */
  readonly erase: (wish: ErasureWish, watch: EraseWatch) => Promise<ErasureExtent>
  close(): Promise<void>
}

/** A store that was opened for a rebuild. */
export type RebuildingStore = { readonly rebuild: Rebuild; close(): Promise<void> }

/** Sets the reason that early requests get for their 503. */
export type Announce = (state: string) => void

/** The operations behind the commands. `main.ts` loads them on demand, so that `--help` loads none of them. */
export type Composition = {
  openApp(config: Config, logger: Logger, announce: Announce): Promise<App>
  /** The same as `App.mcp` over the HTTP of the service at an address, which holds the store. */
  mcpOfService(config: Config, of: { address: string; toolset: McpToolset }, logger: Logger): McpConnection
  /** Brings schemas and read models up to date and closes the store; returns a sentence for each step. */
  prepareStore(config: Config, logger: Logger): Promise<readonly string[]>
  /** What a rebuild would do; writes nothing. */
  planStore(config: Config): Promise<RebuildResult>
  /** Copies the log of `from` into the log of `to`. */
  copyStore(from: Config, to: Config, watch: CopyWatch): Promise<CopyResult>
  rebuildStore(config: Config, logger: Logger): Promise<RebuildingStore>
  /** Writes nothing, and starts nothing that writes. */
  openToReplay(config: Config): Promise<ReplayingStore>
  reembedStore(config: Config, logger: Logger): Promise<ReembeddingStore>
  reingestStore(config: Config, logger: Logger): Promise<ReingestingStore>
  /** Gives the store another secret key. */
  rotateKeys(config: Config, watch: RotationWatch): Promise<RotationResult>
  /** Signs a checkpoint over all that the log holds. */
  signCheckpoint(config: Config, signal: AbortSignal): Promise<SignedNow>
  eraseStore(config: Config, logger: Logger): Promise<ErasingStore>
  /** Looks for what is left of what was erased; `words` must be gone. */
  proveErasure(
    config: Config,
    wanted: ErasedOne & { readonly words: readonly string[] },
    watch: ProofWatch,
  ): Promise<ErasureProof>
  /** Destroys again every key that the log has erased. */
  replayErasures(config: Config, watch: ProofWatch): Promise<ReplayedErasures>
}

/** The dependencies of a command. */
export type Run = Composition & {
  readonly config: Config
  readonly logger: Logger
  /** Prints a line on stdout. */
  say(line: string): void
}
