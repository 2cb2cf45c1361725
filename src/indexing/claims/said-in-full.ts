import { type Context, claimsOf } from './claims-of.js'
import { exchangeIn } from './exchange.js'
import { inOwnVoice } from './own-voice.js'
import type { Claim } from './statement.js'
import { sentencesOf, tokensOf } from './tokens.js'

/** In UTF-16 units: a longer text says by itself what it is about. */
const LONGEST_CORRECTION = 120
/** The least that a correction, or news of something that was just told, begins with or holds. */
const TAKES_UP =
  /^[\s*"'(]{0,3}(?:it|he|she|this|that|es|er|sie|das|war|gemeint)\b|\b(?:meant?|correct(?:ion)?|actually|sorry|apologies|wait|oops|no|nope|wrong|mistake|mistaken|typo|make|now|scratch|strike|nein|nee|meinte|meine|wollte|korrektur|falsch|jetzt|quatsch|kidding|joking|joke|witz|scherz|spaß|entschuldigung|moment|doch|vertippt|verschrieben)\b|^\*/iu

/** Whether a text may take up what was said just before; quickly told, and wrongly of some. */
export const mayTakeUp = (text: string): boolean => text.length <= LONGEST_CORRECTION && TAKES_UP.test(text)

/** Whether two claims give the same subject a value of the same attribute. */
const isSame = (a: Claim, b: Claim): boolean => a.subject === b.subject && a.attribute === b.attribute

/** A claim, and where in which words its value stands; null where no place is certain. */
type Placed = { readonly claim: Claim; readonly text: string; readonly shown: readonly [number, number] | null }

/**
 * What a correction says, in full: "My dentist appointment is on Thursday." for "Sorry, I meant Thursday", told behind "My dentist
 * appointment is on Wednesday." Null for a text that corrects nothing, or says itself what it is about.
 */
export const saidInFull = (text: string, context: Context, earlier: string): string | null => {
  if (!mayTakeUp(text)) return null
  const held = claimsOf(earlier, context).claims
  if (held.length === 0) return null
  const alone = claimsOf(text, context).claims
  const corrected = claimsOf(text, context, { claims: held, asked: false }).claims.find(
    (claim) =>
      (claim.how === 'correct' || claim.how === 'change') &&
      claim.value !== '' &&
      !alone.some((other) => isSame(other, claim)),
  )
  const old = corrected && held.find((claim) => isSame(claim, corrected))
  if (corrected === undefined || old === undefined || corrected.shown === null) return null
  const placed = placeOf(old, earlier, context)
  return replaced(placed, text.slice(...corrected.shown))
}

/** Where a text says a claim: the line in which it was said in full, if it was corrected before. */
const placeOf = (claim: Claim, text: string, context: Context): Placed => {
  const [line = ''] = text.split('\n')
  const inLine =
    line.length < text.length
      ? claimsOf(line, context).claims.find((other) => isSame(other, claim) && other.value === claim.value)
      : undefined
  if (inLine !== undefined) return { claim, text: line, shown: inLine.shown }
  // Of an exchange, and in front of what is handed over, other words are read than these.
  const isWhole = exchangeIn(text) === null && inOwnVoice(text, context.speaker).length === text.length
  const at = isWhole ? -1 : text.toLowerCase().lastIndexOf(claim.value)
  const found: Placed['shown'] = at < 0 ? null : [at, at + claim.value.length]
  return { claim, text, shown: isWhole ? claim.shown : found }
}

/** The sentence of a claim with another value; the words as they are where it is not certain which of them are the value. */
const replaced = ({ text, shown }: Placed, value: string): string => {
  if (shown === null) return text
  const [from, to] = shown
  const sentence = sentencesOf(tokensOf(text)).find((tokens) => (tokens.at(-1)?.end ?? 0) >= to) ?? []
  const [start, end] = [sentence[0]?.start ?? 0, sentence.at(-1)?.end ?? text.length]
  return `${text.slice(Math.min(start, from), from)}${inItsUnit(text.slice(from, to), value)}${text.slice(to, end)}`
}

/** "82 kg" with the number 72 is "72 kg". */
const inItsUnit = (old: string, value: string): string =>
  /^\d[\d.,:]*$/.test(value) && /^\d[\d.,:]*\s?\p{L}/u.test(old) ? old.replace(/^\d[\d.,:]*/, value) : value
