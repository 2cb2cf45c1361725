import { createHash } from 'node:crypto'
import type { Answered } from '../domain/recall.js'
import type { SearchRequest } from './answer.js'
import type { FullSearchProviders } from './dependencies.js'
import { WEIGHTS } from './score.js'
import type { Mode, SearchAnswer } from './search.js'
import type { StepName } from './trace.js'

/** What a search was answered with besides its request. */
type Circumstances = {
  readonly mode: Mode
  readonly embedding: { readonly model: string; readonly dimensions: number }
  /** The read models showed at least this position of the log. */
  readonly position: bigint | 'start'
  /** As `rankingsOf` names it. */
  readonly ranking: string
}

/** The request without its words, and without what has no part in the answer. */
export type Settings = Omit<
  SearchRequest,
  | 'scope'
  | 'query'
  | 'queryCharacters'
  | 'subject'
  | 'key'
  | 'metadata'
  | 'trace'
  | 'anyway'
  | 'episodeId'
  | 'nearestBelow'
>

/** What a search was asked, under which settings, and what it returned. */
export const receiptOf = (
  request: SearchRequest,
  { memories }: SearchAnswer,
  { mode, embedding, position, ranking }: Circumstances,
): Answered => {
  const { scope, query, subject, key, metadata, ...others } = request
  const { trace: _, anyway: __, episodeId: ___, nearestBelow: ____, queryCharacters: _____, ...settings } = others
  const asker = scope.kind === 'user' ? { workspaceId: null, agentId: null } : scope
  return {
    workspaceId: asker.workspaceId,
    agentId: asker.agentId,
    position: position === 'start' ? '0' : `${position}`,
    settings: {
      ...settings,
      retrievalMode: settings.retrievalMode ?? 'flat',
      mode,
      embedding: { model: embedding.model, dimensions: embedding.dimensions },
      ranking,
    },
    shown: memories.map(({ id, version: shownVersion, score }) => [id, shownVersion, score]),
    worded: WORDED.filter((field) => request[field] !== undefined),
    said: {
      query,
      ...(subject === undefined ? {} : { subject }),
      ...(key === undefined ? {} : { key }),
      ...(metadata === undefined ? {} : { metadata }),
    },
  }
}

/** The filters that hold words. */
const WORDED = ['subject', 'key', 'metadata'] as const

/** The steps of a search in their order; its trace names the same. */
export const stepsOf = ({ expander, reranker, rephraser }: FullSearchProviders, mode: Mode): readonly StepName[] => {
  const ranking: readonly StepName[] = ['embed', 'score', 'turns']
  const finding: readonly StepName[] = ['nearest', 'readings', 'withhold', 'read']
  const answering: readonly StepName[] = ['variety', 'holds-now', 'past', 'floor', 'lessons', 'package']
  if (mode === 'fast') return ['open', 'words', ...ranking, ...finding, 'boost', ...answering]
  const expanding: readonly StepName[] = expander ? ['expand'] : []
  const reranking: readonly StepName[] = reranker ? ['rerank'] : []
  const repairing: readonly StepName[] = rephraser ? ['repair'] : []
  return ['open', 'words', ...expanding, ...ranking, ...reranking, ...repairing, ...finding, ...answering]
}

/** For each mode the release of the service, and eight digits in hex: other ones for another list of steps or other weights. */
export const rankingsOf = (providers: FullSearchProviders, version: string): Readonly<Record<Mode, string>> => {
  const rankingOf = (mode: Mode): string => {
    const decisive = JSON.stringify([stepsOf(providers, mode), WEIGHTS])
    return `${version}+${createHash('sha256').update(decisive).digest('hex').slice(0, 8)}`
  }
  return { full: rankingOf('full'), fast: rankingOf('fast') }
}
