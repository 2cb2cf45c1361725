import type { Known } from '../commands/transact.js'
import { inTurns } from '../concurrency/steps.js'
import type { Replaceable } from '../domain/memory/replacing.js'
import type { Quota } from '../domain/quota.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Target } from '../domain/verdict.js'
import type { BankKnown, CertainWording, Forgettable, Ingest } from './context.js'
import type { FindNeighbours } from './find-neighbours.js'
import { type ForgetDependencies, readForgettable } from './forgetting.js'
import type { EarlierRead } from './ingest-in-chunks.js'
import { CLASH_COSINE } from './judging/contest.js'
import { certainWording } from './judging/restating.js'
import { type KnownBefore, knownAsOf, type TranscriptDependencies } from './known-turns/transcript.js'
import { type AroundDependencies, comparedIn, readAround } from './read-around.js'
import { MOST_NAMING, type Name, type Naming, namesAsked } from './relating/names.js'
import { type ReplacementDependencies, readReplacements } from './replacing/replacements-known.js'
import { restatedIn } from './replacing/restated.js'
import { DUPLICATE_COSINE } from './same-claim.js'
import { LINK_COSINE } from './stages.js'
import { readSteering, type SteeringDependencies } from './steering.js'

type WantedNaming = {
  readonly names: readonly Name[]
  readonly readers: Readers
  readonly most: number
}

/** What is read before an ingest is decided. */
export type ReadDependencies = TranscriptDependencies &
  SteeringDependencies &
  ReplacementDependencies &
  ForgetDependencies &
  AroundDependencies & {
    readonly neighbours: FindNeighbours
    /**
     * Which memories name these entities: such as `neighbours` finds, and one more than `most` at most. `before`: only what
     * was told before this place in the log.
     */
    readonly naming: (scope: Scope, wanted: WantedNaming) => Promise<readonly Naming[]>
    /** How far the writer is trusted, 0 to 1. */
    readonly writerTrust: (scope: Scope) => Promise<number>
    readonly quota: Quota
    /** How many active memories the user has, in all scopes. */
    readonly active: (userId: string) => Promise<number>
  }

/** With the user's active memories in all scopes (0 where they are not counted), and what was ingested before by now. */
export type IngestKnown = BankKnown & { readonly active: number; readonly now: KnownBefore }

/**
 * Reads what the decision of an ingest is based on. The revision comes first, so what is read after it is never older: the
 * first time it is that of what was recognized before anything was embedded.
 * With an earlier read, what is like the facts is not looked for again while only the ingest itself has written.
 */
export const bankReader = (
  dependencies: ReadDependencies,
  { ingest, before }: { readonly ingest: Ingest; readonly before: KnownBefore },
) => {
  const { request, readers, facts } = ingest
  const { scope } = request
  const stream = dependencies.streams.bank(scope.userId)
  // In a workspace also what another agent says in nearly the same words is compared.
  const claimed = scope.kind === 'user' && !ingest.readsWording ? DUPLICATE_COSINE : CLASH_COSINE
  const wanted = { stream, readers, samples: facts, cosine: LINK_COSINE, claimed }
  const named = { names: namesAsked(facts), readers, most: MOST_NAMING }
  const lookUp = async (isFirst: boolean): Promise<Known<BankKnown>> => {
    const known = isFirst ? ingest.recognized : undefined
    const { revision, state } = await dependencies.neighbours(scope, { ...wanted, known })
    const restated = restatedIn(request.conversation, ingest)
    const [naming, trust, replacements, forgettable, steering] = await Promise.all([
      dependencies.naming(scope, named),
      dependencies.writerTrust(scope),
      readReplacements(dependencies, scope, { facts, restated }),
      readForgettable(dependencies, ingest),
      readSteering(dependencies, ingest),
    ])
    const replaceable = replacements?.replaceable ?? []
    const wording = await inTurns(certainWording(ingest, { neighbours: state.neighbours, forgettable }))
    const around = await readAround(dependencies, scope, {
      held: [...comparedIn(state.neighbours), ...replaceable],
      statements: facts,
      ...changingIn(ingest, { replaceable, forgettable, wording }),
    })
    return { revision, state: { ...state, naming, trust, steering, around, replacements, forgettable, wording } }
  }
  return async (isFirst: boolean, earlier?: EarlierRead<BankKnown>): Promise<Known<IngestKnown>> => {
    const { revision, state } = (await stillKnown(dependencies, stream, earlier)) ?? (await lookUp(isFirst))
    const active = dependencies.quota.enforced ? await dependencies.active(scope.userId) : 0
    const now = await knownAsOf(dependencies, request, { before, revision })
    return { revision, state: { ...state, active, now } }
  }
}

type May = {
  readonly replaceable: readonly Replaceable[]
  readonly forgettable: readonly Forgettable[]
  readonly wording: CertainWording
}

/** What facts restate or correct, and what requests to forget may mean of what they say. */
const reworded = ({ facts }: Ingest, { known, verdicts }: CertainWording): readonly Target[] => [
  ...[...verdicts.values()].flat().map(({ target }) => target),
  ...(facts.some(({ forgets }) => forgets) ? [...known.values()].flatMap((each) => each ?? []) : []),
]

/** The memories that may change, and those of them that wait or that conflicts may be about. */
const changingIn = (ingest: Ingest, { replaceable, forgettable, wording }: May) => {
  const { edited, request } = ingest
  const made = edited.flatMap((message) => message.made)
  const contested = request.scope.kind === 'user' ? [] : forgettable
  const waiting = [
    ...replaceable.filter(({ status }) => status === 'needs_clarification'),
    ...made.filter(({ isWaiting }) => isWaiting),
    ...contested,
  ]
  return {
    changing: [...replaceable, ...forgettable, ...reworded(ingest, wording), ...made].map(({ memoryId }) => memoryId),
    waiting: waiting.map(({ memoryId }) => memoryId),
  }
}

/** Only the ingest itself has written since: what was found then is what would be found now. */
const stillKnown = async (
  { bank }: Pick<ReadDependencies, 'bank'>,
  stream: string,
  earlier: EarlierRead<BankKnown> | undefined,
): Promise<Known<BankKnown> | undefined> => {
  if (earlier === undefined) return undefined
  const { known, appended } = earlier
  const { revision, state: lastAt } = await bank(stream)
  const before = known.revision === 'no-stream' ? -1n : known.revision
  return revision === before + BigInt(appended) ? { revision, state: { ...known.state, lastAt } } : undefined
}
