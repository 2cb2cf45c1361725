import { createSecondaryModel, type SecondaryModel } from '../commands/secondary-model.js'
import type { StreamName } from '../event-store/event-store.js'
import type { Api } from '../http/api.js'
import type { Logger } from '../logger.js'
import { createReadYourWrites, type ReadYourWrites } from '../projector/read-your-writes.js'
import { BankIndexes } from '../queries/bank-index/bank-indexes.js'
import type { ActiveModel } from '../read-models/active-model.js'
import type { ReadModelSet } from '../read-models/read-model-set.js'
import { type ApiDependencies, createApi, type Upkeep } from './api.js'
import { lagOf } from './log-end.js'
import type { Guarded, SearchProviders } from './search-providers.js'

/** What the APIs of all models have in common. */
type Common = Omit<
  ApiDependencies,
  | 'reading'
  | 'projector'
  | 'provider'
  | 'schema'
  | 'isLive'
  | 'secondaryModels'
  | 'change'
  | 'readYourWrites'
  | 'banks'
  | 'derivingFailed'
  | 'embeddingGuard'
  | 'providers'
> & { readonly limits: { readonly searchMemoryBytes: number }; readonly searchProviders: SearchProviders }
type Watching = { readonly activeModel: Pick<ActiveModel, 'current'>; readonly logger: Logger }

type ApiPerModel = {
  readonly api: () => Api & Upkeep
  /** Begins to load what the next searches are likely to need. */
  readonly warmUp: () => void
  readonly close: () => Promise<void>
}

/**
 * One API over the read models of each embedding model. Answers with the one that is active now: a request asks once, when
 * it begins, and keeps that model and its tables to its end.
 */
export const createApiPerModel = (
  readModelSets: readonly ReadModelSet[],
  common: Common,
  { activeModel, logger }: Watching,
): ApiPerModel => {
  const late = (stream: string, position: bigint, error: unknown) =>
    logger.warn({ err: error, stream, position: `${position}` }, 'a write is not shown yet')
  const derivingFailed: ApiDependencies['derivingFailed'] = (error, { episodeId }) =>
    logger.warn({ err: error, episodeId }, 'facts of an episode could not be derived yet')
  const members = readModelSets.map((readModelSet) => ({
    readModelSet,
    readYourWrites: createReadYourWrites(readModelSet.serving.projector, { waitMs: common.limits.readWaitMs, late }),
    asSecondary: secondaryModelOf(readModelSet, logger),
    banks: banksOf(readModelSet, common.limits, logger),
    guarded: common.searchProviders.guardEmbedding(readModelSet.provider),
  }))
  const apis = new Map(
    members.map((one) => {
      const others = members.filter((other) => other !== one)
      return [one.readModelSet, apiOf({ ...common, derivingFailed }, one, others)] as const
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

type Member = {
  readonly readModelSet: ReadModelSet
  readonly readYourWrites: ReadYourWrites
  readonly asSecondary: SecondaryModel
  readonly banks: BankIndexes | undefined
  /** Where a server computes its vectors. */
  readonly guarded: Guarded | undefined
}

const apiOf = (
  common: Common & Pick<ApiDependencies, 'derivingFailed'>,
  { readModelSet, readYourWrites, banks, guarded }: Member,
  others: readonly Member[],
) =>
  createApi({
    ...common,
    ...readModelSet.serving,
    provider: readModelSet.provider,
    banks,
    ...common.searchProviders.full,
    embeddingGuard: guarded?.guard,
    providers: () => [...(guarded ? [guarded.report()] : []), ...common.searchProviders.report()],
    isLive: readModelSet.isLive,
    secondaryModels: others.map(({ asSecondary }) => asSecondary),
    change: () => changeOf(common.store, readModelSet, others[0]?.readModelSet),
    readYourWrites: { ...readYourWrites, shown: shownByEveryModel(readYourWrites, others) },
  })

const banksOf = (
  { serving: { reading }, provider: { dimensions } }: ReadModelSet,
  { searchMemoryBytes: bytes }: Common['limits'],
  logger: Logger,
): BankIndexes | undefined =>
  bytes === 0
    ? undefined
    : new BankIndexes({
        reading,
        dimensions,
        bytes,
        failed: (error) => logger.warn({ err: error }, 'the bank of a user could not be loaded'),
      })

/**
 * A write is answered when the other model's read models show it as well, so that the next request sees it whichever model
 * is active then. Read models that are being built or have stopped are not waited for: they cannot become active yet.
 */
const shownByEveryModel =
  ({ shown }: ReadYourWrites, others: readonly Member[]): ReadYourWrites['shown'] =>
  async (stream: StreamName, position) => {
    const follows = ({ readModelSet: { isLive, serving } }: Member) =>
      isLive() && serving.projector.state() === 'running' && !serving.projector.isParked(stream)
    const secondary = others.filter(follows).map(({ readYourWrites }) => readYourWrites.shown(stream, position))
    await Promise.all([shown(stream, position), ...secondary])
  }

const secondaryModelOf = ({ provider }: ReadModelSet, logger: Logger): SecondaryModel =>
  createSecondaryModel(provider, {
    now: () => performance.now(),
    failed: (error) =>
      logger.warn(
        { err: error, model: provider.model },
        'an embedding model that answers no requests has not seen what was written: `palimpsest reembed` fills it in',
      ),
  })

type Change = ReturnType<ApiDependencies['change']>

const changeOf = (store: Common['store'], readModelSet: ReadModelSet, other: ReadModelSet | undefined): Change => {
  if (other === undefined) return null
  const { model, dimensions } = other.provider
  const [here, there] = [readModelSet, other].map(({ serving }) => serving.projector.position())
  return { model, dimensions, lag: lagOf(there, here, store) }
}
