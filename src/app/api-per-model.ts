import { createSecondaryModel, type SecondaryModel } from '../commands/secondary-model.js'
import { repeatedFault } from '../concurrency/repeated-fault.js'
import type { StreamName } from '../event-store/event-store.js'
import type { Api } from '../http/api.js'
import type { Logger } from '../logger.js'
import { MemoryIndexes } from '../memory-index/memory-indexes.js'
import type { ServedProgress } from '../projector/generations/serve-generations.js'
import { createReadYourWrites, type ReadYourWrites } from '../projector/read-your-writes.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import type { ActiveModel } from '../read-models/active-model.js'
import type { ReadModelSet } from '../read-models/read-model-set.js'
import { type ApiDependencies, createApi, type Upkeep } from './api.js'
import { lagOf } from './health.js'
import type { SearchProviders } from './search-providers.js'

type SharedDependencies = Omit<ApiDependencies, keyof ReturnType<typeof ofModel>> & {
  readonly limits: { readonly searchMemoryBytes: number }
  readonly searchProviders: SearchProviders
}

type ApiPerModel = {
  readonly api: () => Api & Upkeep
  /** Begins to load what the next searches are likely to need. */
  readonly warmUp: () => void
  readonly close: () => Promise<void>
}

/** One API for each embedding model; returns the active one. A request asks once, and keeps it to its end. */
export const createApiPerModel = (
  readModelSets: readonly ReadModelSet[],
  common: SharedDependencies,
  { activeModel, logger }: { readonly activeModel: Pick<ActiveModel, 'current'>; readonly logger: Logger },
): ApiPerModel => {
  const members = readModelSets.map((readModelSet) => ({
    readModelSet,
    readYourWrites: readYourWritesOf(readModelSet.serving.projector, common.limits, logger),
    asSecondary: secondaryModelOf(readModelSet.provider, logger),
    banks: banksOf(readModelSet, common.limits, logger),
    guarded: common.searchProviders.guardEmbedding(readModelSet.provider),
  }))
  const apis = new Map(
    members.map((one) => {
      const others = members.filter((other) => other !== one)
      return [one.readModelSet, createApi({ ...common, ...ofModel(one, others, { ...common, logger }) })] as const
    }),
  )
  return {
    api: () => {
      const api = apis.get(activeModel.current())
      if (api === undefined) throw new Error('the active model has no read models')
      return api
    },
    warmUp: () => void members.find(({ readModelSet }) => readModelSet === activeModel.current())?.banks?.warmUp(),
    close: async () => {
      await Promise.all(members.map(({ banks }) => banks?.close()))
    },
  }
}

type ModelMember = {
  readonly readModelSet: ReadModelSet
  readonly readYourWrites: ReadYourWrites
  readonly asSecondary: SecondaryModel
  readonly banks: MemoryIndexes | undefined
  /** Where a server computes its vectors. */
  readonly guarded: ReturnType<SearchProviders['guardEmbedding']>
}

type MemberSurroundings = Pick<ApiDependencies, 'store'> & {
  readonly searchProviders: SearchProviders
  readonly logger: Logger
}

const ofModel = (
  { readModelSet, readYourWrites, banks, guarded }: ModelMember,
  others: readonly ModelMember[],
  { store, searchProviders, logger }: MemberSurroundings,
) => ({
  ...readModelSet.serving,
  provider: readModelSet.provider,
  banks,
  ...searchProviders.full,
  embeddingGuard: guarded?.guard,
  providers: () => [...(guarded ? [guarded.report()] : []), ...searchProviders.report()],
  isLive: readModelSet.isLive,
  secondaryModels: others.map(({ asSecondary }) => asSecondary),
  change: () => changeOf(store, readModelSet, others[0]?.readModelSet),
  readYourWrites: { ...readYourWrites, shown: shownByEveryModel(readYourWrites, others) },
  derivingFailed: repeatedFault(logger, 'facts of an episode could not be derived yet'),
})

const banksOf = (
  { serving: { reading }, provider: { dimensions } }: ReadModelSet,
  { searchMemoryBytes: bytes }: SharedDependencies['limits'],
  logger: Logger,
): MemoryIndexes | undefined =>
  bytes === 0
    ? undefined
    : new MemoryIndexes({
        reading,
        dimensions,
        bytes,
        failed: repeatedFault(logger, 'the bank of a user could not be loaded'),
      })

/** Waits for all models: any may be active next. Not for those being built or stopped: they cannot be active yet. */
const shownByEveryModel =
  ({ shown }: ReadYourWrites, others: readonly ModelMember[]): ReadYourWrites['shown'] =>
  async (stream: StreamName, position) => {
    const follows = ({ readModelSet: { isLive, serving } }: ModelMember) =>
      isLive() && serving.projector.state() === 'running' && !serving.projector.isParked(stream)
    const secondary = others.filter(follows).map(({ readYourWrites }) => readYourWrites.shown(stream, position))
    await Promise.all([shown(stream, position), ...secondary])
  }

export const readYourWritesOf = (
  projector: ServedProgress,
  { readWaitMs: waitMs }: { readonly readWaitMs: number },
  logger: Logger,
): ReadYourWrites => {
  const late = repeatedFault(logger, 'a write is not shown yet')
  return createReadYourWrites(projector, {
    waitMs,
    late: (stream, position, error) => late(error, { stream, position: `${position}` }),
  })
}

/** A model that answers no requests and embeds what is written all the same. */
export const secondaryModelOf = (provider: EmbeddingProvider, logger: Logger): SecondaryModel => {
  const failed = repeatedFault(
    logger,
    'an embedding model that answers no requests does not see what is written: `palimpsest reembed` fills it in',
  )
  return createSecondaryModel(provider, {
    now: () => performance.now(),
    failed: (error) => failed(error, { model: provider.model }),
  })
}

const changeOf = (
  store: ApiDependencies['store'],
  readModelSet: ReadModelSet,
  other: ReadModelSet | undefined,
): ReturnType<ApiDependencies['change']> => {
  if (other === undefined) return null
  const { model, dimensions } = other.provider
  const [here, there] = [readModelSet, other].map(({ serving }) => serving.projector.position())
  return { model, dimensions, lag: lagOf(there, here, store) }
}
