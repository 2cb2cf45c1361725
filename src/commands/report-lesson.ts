import type { Metadata } from '../domain/event.js'
import { deactivate, eraseLesson, report } from '../domain/lesson/decisions.js'
import { type Lesson, type LessonEvent, type LessonType, type Severity, warnedIn } from '../domain/lesson/events.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { lessonState, lessonsKnown, seenAmong } from '../queries/lesson-state.js'
import { redact } from '../text/secrets/redact.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import { embedBySecondary, type SecondaryModel } from './secondary-model.js'
import type { Done } from './transact.js'

export type LessonDependencies = BankDependencies & {
  readonly provider: EmbeddingProvider
  readonly secondaryModels: readonly SecondaryModel[]
  /** How many lessons of a user are in force at once. */
  readonly mostLessons: number
}

export type Reported = {
  readonly lessonType: LessonType
  readonly severity: Severity
  readonly pattern: string
  readonly wrong: string | null
  readonly right: string | null
  readonly sourceMemoryIds: readonly string[]
}

/**
 * Takes down what went wrong, for the scope that reports it. The same pattern again counts on the lesson that there is. Of
 * the sources those are kept that the caller sees; the answer does not tell which. Secrets are redacted. Fails as the
 * embedding provider does.
 */
export const createReportLesson =
  (parts: LessonDependencies) =>
  async ({
    lessonType,
    severity,
    sourceMemoryIds,
    ...wish
  }: Requester & Reported): Promise<Done<{ lessonId: string }>> => {
    const { provider, newId } = parts
    const { scope, actor, idempotent } = wish
    const [pattern, wrong, right] = [clean(wish.pattern), clean(wish.wrong), clean(wish.right)]
    const [[vector = null], secondary] = await Promise.all([
      provider.embed([pattern]),
      embedBySecondary(parts.secondaryModels, new Map([[pattern, pattern]])),
    ])
    const lessonId = newId()
    const told = { ...warnedIn(scope), lessonType, severity, reported: true, sourceSite: null }
    return decideInBank(parts, idempotent ? { scope, actor, idempotent } : { scope, actor }, {
      read: async (db) => {
        const sources = await seenAmong(db, scope, sourceMemoryIds)
        const same = { cause: { lessonType, pattern }, among: sources, most: parts.mostLessons }
        return { sources, known: await lessonsKnown(db, scope, same) }
      },
      decide: ({ sources, known }, by) => {
        const { model, dimensions } = provider
        const vectors = { model: { model, dimensions }, vector, secondary }
        const said = { pattern, wrong, right }
        const events = report(known, { ...told, by, lessonId, said, vectors, sourceMemoryIds: [...sources] })
        return { events, result: { lessonId: known.same.status === 'active' ? known.same.lessonId : lessonId } }
      },
    })
  }

const clean = <Text extends string | null>(text: Text): Text | string => (text === null ? text : redact(text).text)

type OfLesson = Requester & { readonly lessonId: string }

const changing =
  (decide: (state: Lesson, wish: { readonly lessonId: string; readonly by: Metadata }) => readonly LessonEvent[]) =>
  (parts: BankDependencies) =>
  ({ lessonId, ...caller }: OfLesson): Promise<Done<null>> =>
    decideInBank(parts, caller, {
      read: (db) => lessonState(db, caller.scope, lessonId),
      decide: (state, by) => ({ events: decide(state, { lessonId, by }), result: null }),
    })

/** A lesson warns no more; its words are kept. Throws LessonNotFound. */
export const createDeactivateLesson = changing(deactivate)

/** Takes the words of a lesson out of every read and replay, active or not, and ends it. Throws LessonNotFound. */
export const createEraseLesson = changing(eraseLesson)
