import { createSecondaryModel, type SecondaryModel } from '../commands/secondary-model.js'
import type { StreamName } from '../event-store/event-store.js'
import type { Api } from '../http/api.js'
import type { Logger } from '../logger.js'
import { createReadYourWrites, type ReadYourWrites } from '../projector/read-your-writes.js'
import type { ActiveModel } from '../read-models/active-model.js'
import type { ReadModelSet } from '../read-models/read-model-set.js'
import { createApi } from './api.js'
import type { ApiDependencies } from './api-parts.js'
import { lagOf } from './log-end.js'

type OfFamily = 'reading' | 'projector' | 'provider' | 'schema' | 'isLive' | 'beside' | 'change' | 'readYourWrites'
type Joint = Omit<ApiDependencies, OfFamily>
type Telling = { readonly activeModel: Pick<ActiveModel, 'current'>; readonly logger: Logger }

/**
 * The interface over each family, and in front of them one that hands every request to the family that answers when it
 * begins: with that family's model and tables it goes on to its end.
 */
export const createModelApis = (
  readModelSets: readonly ReadModelSet[],
  joint: Joint,
  { activeModel, logger }: Telling,
): Api => {
  const late = (stream: string, position: bigint, error: unknown) =>
    logger.warn({ err: error, stream, position: `${position}` }, 'a write is not shown yet')
  const members = readModelSets.map((readModelSet) => ({
    readModelSet,
    readYourWrites: createReadYourWrites(readModelSet.serving.projector, { waitMs: joint.limits.readWaitMs, late }),
    beside: secondaryModelOf(readModelSet, logger),
  }))
  const apis = new Map(
    members.map((one) => {
      const others = members.filter((other) => other !== one)
      return [one.readModelSet, apiOf(joint, one, others)] as const
    }),
  )
  const first = apis.get(activeModel.current())
  if (first === undefined) throw new Error('no family answers')
  return delegated(first, () => apis.get(activeModel.current()) ?? first)
}

type Member = {
  readonly readModelSet: ReadModelSet
  readonly readYourWrites: ReadYourWrites
  readonly beside: SecondaryModel
}

const apiOf = (joint: Joint, { readModelSet, readYourWrites }: Member, others: readonly Member[]): Api =>
  createApi({
    ...joint,
    ...readModelSet.serving,
    provider: readModelSet.provider,
    isLive: readModelSet.isLive,
    beside: others.map(({ beside }) => beside),
    change: () => changeOf(joint.store, readModelSet, others[0]?.readModelSet),
    readYourWrites: { ...readYourWrites, shown: shownByEveryModel(readYourWrites, others) },
  })

/**
 * A write is answered when the other family shows it as well, so that the next request sees it whichever answers. One that
 * is still being built, or stands still, is not waited for: nothing moves to it before it is there.
 */
const shownByEveryModel =
  ({ shown }: ReadYourWrites, others: readonly Member[]): ReadYourWrites['shown'] =>
  async (stream: StreamName, position) => {
    const follows = ({ readModelSet: { isLive, serving } }: Member) =>
      isLive() && serving.projector.state() === 'running' && !serving.projector.isParked(stream)
    const beside = others.filter(follows).map(({ readYourWrites }) => readYourWrites.shown(stream, position))
    await Promise.all([shown(stream, position), ...beside])
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

const changeOf = (store: Joint['store'], readModelSet: ReadModelSet, other: ReadModelSet | undefined): Change => {
  if (other === undefined) return null
  const { model, dimensions } = other.provider
  const [here, there] = [readModelSet, other].map(({ serving }) => serving.projector.position())
  return { model, dimensions, lag: lagOf(there, here, store) }
}

/** Every part of an interface is a function: each goes to the same part of the one that answers now. */
const delegated = (first: Api, current: () => Api): Api => {
  const part = (name: string) => [name, (...given: unknown[]) => Reflect.get(current(), name)(...given)] as const
  // The names are those of an interface, and each part takes and gives what its like does.
  return Object.fromEntries(Object.keys(first).map(part)) as Api
}
