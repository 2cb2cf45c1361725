import { type Beside, createBeside } from '../commands/secondary-model.js'
import type { StreamName } from '../event-store/event-store.js'
import type { Api } from '../http/api.js'
import type { Logger } from '../logger.js'
import { type Acknowledged, createAcknowledged } from '../projector/read-your-writes.js'
import type { Answering } from '../read-models/active-model.js'
import type { Family } from '../read-models/read-model-set.js'
import { assembleApi } from './api.js'
import type { ApiParts } from './api-parts.js'
import { lagOf } from './log-end.js'

type OfFamily = 'reading' | 'projector' | 'provider' | 'schema' | 'isLive' | 'beside' | 'change' | 'acknowledged'
type Joint = Omit<ApiParts, OfFamily>
type Telling = { readonly answering: Pick<Answering, 'current'>; readonly logger: Logger }

/**
 * The interface over each family, and in front of them one that hands every request to the family that answers when it
 * begins: with that family's model and tables it goes on to its end.
 */
export const assembleFamilies = (families: readonly Family[], joint: Joint, { answering, logger }: Telling): Api => {
  const late = (stream: string, position: bigint, error: unknown) =>
    logger.warn({ err: error, stream, position: `${position}` }, 'a write is not shown yet')
  const members = families.map((family) => ({
    family,
    acknowledged: createAcknowledged(family.serving.projector, { waitMs: joint.limits.readWaitMs, late }),
    beside: besideOf(family, logger),
  }))
  const apis = new Map(
    members.map((one) => {
      const others = members.filter((other) => other !== one)
      return [one.family, apiOf(joint, one, others)] as const
    }),
  )
  const first = apis.get(answering.current())
  if (first === undefined) throw new Error('no family answers')
  return delegated(first, () => apis.get(answering.current()) ?? first)
}

type Member = { readonly family: Family; readonly acknowledged: Acknowledged; readonly beside: Beside }

const apiOf = (joint: Joint, { family, acknowledged }: Member, others: readonly Member[]): Api =>
  assembleApi({
    ...joint,
    ...family.serving,
    provider: family.provider,
    isLive: family.isLive,
    beside: others.map(({ beside }) => beside),
    change: () => changeOf(joint.store, family, others[0]?.family),
    acknowledged: { ...acknowledged, shown: shownByAll(acknowledged, others) },
  })

/**
 * A write is answered when the other family shows it as well, so that the next request sees it whichever answers. One that
 * is still being built, or stands still, is not waited for: nothing moves to it before it is there.
 */
const shownByAll =
  ({ shown }: Acknowledged, others: readonly Member[]): Acknowledged['shown'] =>
  async (stream: StreamName, position) => {
    const follows = ({ family: { isLive, serving } }: Member) =>
      isLive() && serving.projector.state() === 'running' && !serving.projector.isParked(stream)
    const beside = others.filter(follows).map(({ acknowledged }) => acknowledged.shown(stream, position))
    await Promise.all([shown(stream, position), ...beside])
  }

const besideOf = ({ provider }: Family, logger: Logger): Beside =>
  createBeside(provider, {
    now: () => performance.now(),
    failed: (error) =>
      logger.warn(
        { err: error, model: provider.model },
        'an embedding model that answers no requests has not seen what was written: `palimpsest reembed` fills it in',
      ),
  })

type Change = ReturnType<ApiParts['change']>

const changeOf = (store: Joint['store'], family: Family, other: Family | undefined): Change => {
  if (other === undefined) return null
  const { model, dimensions } = other.provider
  const [here, there] = [family, other].map(({ serving }) => serving.projector.position())
  return { model, dimensions, lag: lagOf(there, here, store) }
}

/** Every part of an interface is a function: each goes to the same part of the one that answers now. */
const delegated = (first: Api, current: () => Api): Api => {
  const part = (name: string) => [name, (...given: unknown[]) => Reflect.get(current(), name)(...given)] as const
  // The names are those of an interface, and each part takes and gives what its like does.
  return Object.fromEntries(Object.keys(first).map(part)) as Api
}
