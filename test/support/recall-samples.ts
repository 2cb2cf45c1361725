import type { DomainEvent } from '../../src/domain/all-events.js'
import { type AnsweredSearch, dayOf, type RecallOf } from '../../src/domain/recall.js'
import { by, erased, id } from './sample-parts.js'

/** The id of a recall made at a time: a uuid of version 7. */
const recallIdAt = (at: string, n: number): string => {
  const ms = Date.parse(at).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`
}

/** A search as it stands in an event. */
export const searchAt = (at: string, n: number, more: Partial<AnsweredSearch> = {}): AnsweredSearch => ({
  recallId: recallIdAt(at, n),
  at,
  workspaceId: null,
  agentId: null,
  position: '41',
  settings: {
    ...{ limit: 10, threshold: 0.3, tokenBudget: 2000, retrievalMode: 'flat', mode: 'full' },
    ...{ embedding: { model: 'static-en', dimensions: 256 }, ranking: '0.1.0+5f2a91c4' },
    ...{ sourceSite: 'chat', asOf: '2026-01-01T00:00:00.000Z' },
  },
  shown: [[id(3), 2, 0.72]],
  worded: [],
  said: null,
  ...more,
})

const of = { ...by, actor: { key: 'system', agentId: null }, reason: 'recalled', part: 0 } as const
const recalled = (search: Partial<AnsweredSearch>): DomainEvent => ({
  type: 'MemoriesRecalled',
  metadata: of,
  data: { recalls: [{ memoryId: id(3), times: 2 }], searches: [searchAt(by.at, 1, search)] },
})

/** One event of each type of a recall stream, and of each form of words. */
export const recallSamples: Readonly<Record<string, DomainEvent>> = {
  MemoriesRecalled: recalled({}),
  'MemoriesRecalled.words': recalled({
    worded: ['subject', 'metadata'],
    said: { query: 'Where does Anna live?', subject: 'anna', metadata: { project: 'atlas' } },
  }),
  'MemoriesRecalled.erased': recalled({ worded: ['subject'], said: erased }),
  RecallsExpired: {
    type: 'RecallsExpired',
    metadata: { ...of, reason: 'expired' },
    data: { days: ['2026-01-02', '2026-01-03'] },
  },
  RecallWordsErased: {
    type: 'RecallWordsErased',
    metadata: { ...of, reason: 'basis_erased' },
    data: { recallIds: [recallIdAt(by.at, 1)] },
  },
}

/** What a recall stream of a random history may hold: counts and a receipt, and now and then what was given up of earlier ones. */
export const recallOf = (
  metadata: RecallOf<'MemoriesRecalled'>['metadata'],
  { i, memoryId, times }: { readonly i: number; readonly memoryId: string; readonly times: number },
): readonly DomainEvent[] => {
  // A day for every three appends, so that some days hold several receipts.
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 3))).toISOString()
  const said = i % 3 === 0 ? null : { query: `about ${i}` }
  const searches = [searchAt(at(i), i, { shown: [[memoryId, 1, i / 100]], said })]
  const earlier = recallIdAt(at(i - (i % 4)), i - (i % 4))
  const happened: DomainEvent[] = [
    { type: 'MemoriesRecalled', metadata, data: { recalls: [{ memoryId, times }], searches } },
  ]
  if (i % 4 === 1) happened.push({ type: 'RecallWordsErased', metadata, data: { recallIds: [earlier] } })
  if (i % 5 === 4) happened.push({ type: 'RecallsExpired', metadata, data: { days: [dayOf(earlier) ?? ''] } })
  return happened
}
