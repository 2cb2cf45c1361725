import { ownText } from '../../../domain/memory/events.js'
import { compareWords } from './compare-words.js'
import type { WaitingFact } from './earlier-contradictions.js'
import { judgeByRule } from './judge-by-rule.js'

/** A new fact, as it is held against what its agent has said before. */
export type Said = Omit<WaitingFact, 'conflictId' | 'existingId'>

const REPLACES = new Set(['supersede', 'retract'])

/**
 * Whether a new fact is the next value of what a memory of its agent says: of the same property, the same words but for a
 * value or a negation, or by rule. In doubt it is not.
 */
export const isNextValue = (fact: Said, waiting: Said): boolean =>
  isSameProperty(fact, waiting) ||
  compareWords(wordsOf(fact), wordsOf(waiting)) !== null ||
  (fact.stated !== undefined &&
    waiting.stated !== undefined &&
    judgeByRule(fact.stated, [waiting.stated]).some(({ outcome }) => REPLACES.has(outcome)))

const isSameProperty = (a: Said, b: Said): boolean =>
  a.subject !== null && a.attribute !== null && a.subject === b.subject && a.attribute === b.attribute

const wordsOf = ({ content, speaker }: Said) => ({ text: ownText({ content, speaker }), speaker })
