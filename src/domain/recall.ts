import { z } from 'zod'
import { erasable, event, metadata } from './event.js'

/** The words of a search: kept only where the operator wants them, and erasable like everything that a person said. */
const askedWords = z.object({
  query: z.string(),
  subject: z.string().optional(),
  key: z.string().optional(),
  /** Values that the metadata of a memory has to hold. */
  metadata: z.record(z.string(), z.unknown()).optional(),
})

/** What decided upon an answer, without words: the request's own fields beside these, under their names in the service. */
const settings = z.looseObject({
  mode: z.enum(['full', 'fast']),
  limit: z.int(),
  threshold: z.number(),
  tokenBudget: z.int(),
  retrievalMode: z.enum(['flat', 'tiered', 'abstract-aware']),
  embedding: z.object({ model: z.string(), dimensions: z.int() }),
  /** Names the release, the stages and the weights that ranked. */
  ranking: z.string(),
})

/** One search and what it returned. */
const answeredSearch = z.object({
  /** A uuid of version 7, so that it tells its day: see `dayOf`. */
  recallId: z.uuidv7(),
  at: z.iso.datetime(),
  /** Who asked: both are null for the user alone. */
  workspaceId: z.string().nullable(),
  agentId: z.string().nullable(),
  /** What the read models showed at least, as a position of the log. */
  position: z.string().regex(/^\d{1,19}$/),
  settings,
  /** Best first: the memory, its version, its score. */
  shown: z.array(z.tuple([z.uuid(), z.int().min(1), z.number()])),
  /** Which filters were words. */
  worded: z.array(z.enum(['subject', 'key', 'metadata'])),
  /** Null where words were not to be kept. */
  said: erasable(askedWords).nullable(),
})
export type AnsweredSearch = z.infer<typeof answeredSearch>

/** A search as it was answered, before it has a receipt: its words are as they were given. */
export type Answered = Omit<AnsweredSearch, 'recallId' | 'at' | 'said'> & {
  readonly said: Exclude<AnsweredSearch['said'], null | { readonly erased: true }>
}

/**
 * How often each memory appeared in answers since the last flush, and the searches among these answers.
 * Nothing is decided by either, so any revision is accepted.
 */
const MemoriesRecalled = event('MemoriesRecalled', 1, {
  metadata,
  data: z.object({
    recalls: z.array(z.object({ memoryId: z.uuid(), times: z.int().min(1) })),
    searches: z.array(answeredSearch),
  }),
})

/** The receipts of searches of these days (UTC) are given up: they are older than they are to be kept. */
const RecallsExpired = event('RecallsExpired', 1, {
  metadata,
  data: z.object({ days: z.array(z.iso.date()).min(1) }),
})

/** The words of these searches are given up, because a memory that they returned was erased. */
const RecallWordsErased = event('RecallWordsErased', 1, {
  metadata,
  data: z.object({ recallIds: z.array(z.uuidv7()).min(1) }),
})

/** What happens in the recall stream of a user. */
export const recallEvents = [MemoriesRecalled, RecallsExpired, RecallWordsErased] as const
export type RecallEvent = z.infer<(typeof recallEvents)[number]['schema']>
export type RecallOf<Type extends RecallEvent['type']> = Extract<RecallEvent, { type: Type }>

const types: ReadonlySet<string> = new Set(recallEvents.map(({ schema }) => schema.shape.type.value))
export const isRecallEvent = ({ type }: { readonly type: string }): boolean => types.has(type)

/** The day (UTC) on which a recall's id was made: its first 48 bits are milliseconds. Undefined for other ids. */
export const dayOf = (recallId: string): string | undefined => {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(recallId) ?? []
  if (high === undefined || low === undefined) return undefined
  const made = new Date(Number.parseInt(high + low, 16)).toISOString()
  return /^\d{4}-/.test(made) ? made.slice(0, 10) : undefined
}
