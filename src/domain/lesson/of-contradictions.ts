import type { Contradictions, WaitingFact } from '../conflict/opening.js'
import type { Metadata } from '../event.js'
import { type Readers, readersNamed } from '../scope.js'
import { type Arising, type ContradictionLessons, MOST_SOURCES, type Report } from './decisions.js'

/** What became of contradictions between the writer and other agents until now. */
export type EarlierContradictions = ContradictionLessons & { readonly waiting: readonly WaitingFact[] }

type Telling = {
  readonly by: Metadata
  /** The id of a lesson by its name. */
  readonly lessonIdOf: (name: string) => string
  readonly stored: readonly { readonly memoryId: string; readonly textHash: string; readonly readers: Readers }[]
  readonly earlier: EarlierContradictions
}

/**
 * What contradictions teach the agents that they are between, each of what it sees: that the two contradict each other again,
 * and that something is told again which was decided against. That they contradict each other once is no pattern.
 */
export const lessonsOf = ({ conflicts }: Pick<Contradictions, 'conflicts'>, telling: Telling): readonly Arising[] => [
  ...ofPatterns(conflicts, telling),
  ...ofDecisions(telling),
]

const ofPatterns = (
  conflicts: Contradictions['conflicts'],
  { by, lessonIdOf, stored, earlier: { between } }: Telling,
): readonly Arising[] =>
  between.flatMap(({ warned, other, same }) => {
    const told = conflicts.filter(
      // A conflict that goes on about the next value has been counted when it opened.
      ({ type, data: { existing } }) =>
        type === 'ConflictOpened' && (existing.agentId === warned || existing.agentId === other),
    )
    const agents = [warned, other].toSorted().join(' and ')
    const wish = lesson({
      by,
      lessonIdOf,
      warned,
      cause: other,
      lessonType: 'contradiction_pattern',
      severity: 'medium',
      about: stored.filter(({ memoryId }) => told.some(({ data }) => data.new.memoryId === memoryId)),
      others: told.map(({ data }) => data.existing.memoryId),
      pattern: `Agents ${agents} contradict each other again and again: check what either says before you rely on it`,
    })
    return wish === undefined ? [] : [{ same, wish }]
  })

const ofDecisions = ({ by, lessonIdOf, stored, earlier: { decided } }: Telling): readonly Arising[] => {
  const causes = new Map(decided.map((each) => [`${each.conflictId} ${each.warned}`, each]))
  return [...causes.values()].flatMap(({ conflictId, warned, agents, same }) => {
    const hashes = new Set(decided.flatMap((each) => (each.conflictId === conflictId ? each.textHash : [])))
    const wish = lesson({
      by,
      lessonIdOf,
      warned,
      cause: conflictId,
      lessonType: 'consensus_violation',
      severity: 'high',
      about: stored.filter(({ textHash, readers }) => hashes.has(textHash) && isReadBy(readers, warned)),
      others: [],
      pattern: `What a conflict between agents ${agents.join(' and ')} was decided against is told again`,
    })
    return wish === undefined ? [] : [{ same, wish }]
  })
}

const isReadBy = (readers: Readers, agent: string): boolean => {
  const named = readersNamed(readers)
  return named === 'everybody' || named.includes(agent)
}

type ContradictionReport = Pick<Report, 'by' | 'lessonType' | 'severity'> &
  Pick<Telling, 'lessonIdOf'> & {
    readonly warned: string
    readonly cause: string
    /** The facts that it is about, and other memories. */
    readonly about: Telling['stored']
    readonly others: readonly string[]
    readonly pattern: string
  }

/** Undefined where it would be about nothing. Its words are the service's own. */
const lesson = ({
  warned,
  cause,
  about,
  others,
  pattern,
  lessonIdOf,
  ...wish
}: ContradictionReport): Report | undefined => {
  const [first] = about
  if (first === undefined) return undefined
  const sourceMemoryIds = [...new Set([...about.map(({ memoryId }) => memoryId), ...others])].slice(0, MOST_SOURCES)
  return {
    ...wish,
    lessonId: lessonIdOf(`${first.memoryId} ${wish.lessonType} ${JSON.stringify([warned, cause])}`),
    workspaceId: first.readers.workspaceId,
    agentId: warned,
    cause,
    reported: false,
    sourceSite: null,
    sourceMemoryIds,
    said: { pattern, wrong: null, right: null },
  }
}
