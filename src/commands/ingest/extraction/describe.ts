import { detectLanguage } from '../../../indexing/detect-language.js'
import type { Language } from '../../../indexing/language.js'
import { classify } from './classify.js'
import { findDates } from './dates/find-dates.js'
import type { Moment } from './dates/moment.js'
import { findEntities } from './entities/find-entities.js'
import type { Entity, Fact } from './fact.js'
import { importanceOf } from './importance.js'
import type { Piece } from './pieces/piece.js'
import { steers } from './prompt-injection.js'
import { keywordsOf } from './words/keywords.js'

/** What is known of the whole conversation. */
export type Surroundings = {
  /** When it took place. */
  readonly moment: Moment
  /** Who speaks in it, in lower case. */
  readonly people: ReadonlySet<string>
  /** What it is written in as a whole: a short turn takes its language from there. */
  readonly language: Language
}

/** How much less a text counts that tries to steer the memory. */
const STEERING_TRUST = 0.2

/** The speaker, of several the one whose it is; in prose the person whom the text starts with. */
const subjectOf = ({ owner, speaker, text, parts = [] }: Piece, entities: readonly Entity[]): string | null => {
  if (owner !== undefined) return owner.toLowerCase()
  if (speaker !== null) return speaker.toLowerCase()
  if (parts.length > 1) return null
  const person = entities.find(({ name, type }) => type === 'person' && text.startsWith(name))
  return person ? person.name.toLowerCase() : null
}

/** Everything that rules can say about a piece. */
export const describe = (piece: Piece, { moment, people, language }: Surroundings): Fact => {
  const { speaker, text, turn, role, lastTurn = turn } = piece
  const entities = findEntities(text, speaker, people)
  const written = detectLanguage(text) ?? language
  const dates = findDates(text, (piece.moment ?? moment).day, written)
  const steering = (piece.parts ?? [text]).some(steers)
  const look = { text, speaker, entities, dated: dates.length > 0, steering }
  return {
    content: speaker === null ? text : `${speaker}: ${text}`,
    speaker,
    subject: subjectOf(piece, entities),
    keywords: keywordsOf(text),
    ...classify(look),
    language: written,
    importance: importanceOf(look),
    trust: steering ? STEERING_TRUST : 1,
    entities,
    dates,
    role,
    turns: [turn, lastTurn],
    ...(piece.moment ? { observedAt: piece.moment.instant } : {}),
  }
}
