import type { Wording } from '../../domain/memory/events.js'
import type { Fact } from './extraction/fact.js'

/** The words of a fact, as events hold them. */
export const wordingOf = (fact: Fact): Wording => ({
  content: fact.content,
  speaker: fact.speaker,
  subject: fact.subject,
  keywords: fact.keywords,
  opinionConfidence: fact.opinionConfidence,
  observationSubject: fact.observationSubject,
  metadata: fact.dates.length === 0 ? {} : { dates: fact.dates.map((date) => ({ ...date })) },
})
