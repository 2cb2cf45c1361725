import { isQuestion } from '../../indexing/question.js'
import { contentWords, wordsOf } from '../../indexing/words.js'

/** From this cosine on two texts may say the same. */
export const DUPLICATE_COSINE = 0.95

const NEGATIONS = new Set(
  `not no never none nobody nothing nowhere neither nor cannot without longer anymore stopped quit former formerly
   nicht kein keine keinen nie niemals ohne pas jamais aucun sans rien nunca nadie sin tampoco não nunca sem
   non mai senza niet geen nooit zonder не нет никогда без`.split(/\s+/),
)

/**
 * Whether two texts with close vectors really make the same claim. A vector is a bag of words: it hardly moves with a
 * number, a negation or a name, so these must be the same; and one text may add words to the other, but not replace
 * any (Monday by Tuesday, morning by evening). When in doubt the texts are kept apart: better twice than lost.
 */
export const sameClaim = (a: string, b: string): boolean =>
  isQuestion(a) === isQuestion(b) &&
  numbersOf(a) === numbersOf(b) &&
  negationsOf(a) === negationsOf(b) &&
  namesStandIn(a, b) &&
  namesStandIn(b, a) &&
  noneReplaced(a, b)

const numbersOf = (text: string): string => (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).sort().join(' ')

const negationsOf = (text: string): number =>
  wordsOf(text).filter((word) => NEGATIONS.has(word)).length + (text.match(/n['’]t\b/gi)?.length ?? 0)

const namesStandIn = (text: string, other: string): boolean => {
  const known = new Set(wordsOf(other))
  const names = contentWords((text.match(/\p{Lu}[\p{L}\p{M}\p{N}]*/gu) ?? []).join(' '))
  return names.every((name) => known.has(name))
}

const noneReplaced = (a: string, b: string): boolean => {
  const left = contentWords(a)
  const right = contentWords(b)
  const lacksIn = (words: readonly string[]) => (word: string) => !words.some((other) => sameStem(word, other))
  return !left.some(lacksIn(right)) || !right.some(lacksIn(left))
}

/** What forms of one word end in, a row for each kind of word. Other endings make another word: employee, seventy, princess. */
const ENDINGS = [new Set(['', 'e', 's', 'es', 'd', 'ed', 'ing']), new Set(['y', 'ies', 'ied', 'ying'])]
/** What forms of one word have in common at least: with fewer letters there are too many other words. */
const STEM = 4

const sameStem = (a: string, b: string): boolean => {
  if (a === b) return true
  let common = 0
  while (common < a.length && a[common] === b[common]) common++
  return common >= STEM && ENDINGS.some((forms) => forms.has(a.slice(common)) && forms.has(b.slice(common)))
}
