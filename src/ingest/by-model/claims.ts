import { allWordsOf, anyAlternative, knownOf } from '../../text/languages.js'
import { CLINGING } from '../../text/words.js'
import type { ClaimType } from './answer.js'
import type { ReadTurn } from './read-window.js'

/** A turn of the evidence, with the words that were quoted. */
export type Quoted = { readonly turn: ReadTurn; readonly words: string }

const replies = [...knownOf('replies').values()]
const OPEN = allWordsOf(replies.map(({ open }) => open))
const DENIALS = allWordsOf(replies.map(({ denials }) => denials))
const AROUND = allWordsOf(replies.map(({ around = '' }) => around))
const MOST_WORDS = 8
const NEGATES = new RegExp(
  String.raw`(?<!\p{L})(?:${anyAlternative(replies.map(({ negates }) => negates))})(?!\p{L})`,
  'iu',
)

/** Whether a reply agrees to nothing ("maybe", "not sure"); a plain "no" agrees to what is denied. */
const agreesToNothing = (reply: string, content: string): boolean => {
  const words =
    reply
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? []
  const opens = words.some((word) => OPEN.has(word))
  const denies = words.some((word) => DENIALS.has(word))
  const alone =
    words.length <= MOST_WORDS && words.every((word) => OPEN.has(word) || DENIALS.has(word) || AROUND.has(word))
  return alone && (opens || (denies && !NEGATES.test(content)))
}

const REPORTS_PROPOSAL = new RegExp(
  [...knownOf('proposals')]
    .map(([language, stems]) => (CLINGING.has(language) ? stems : String.raw`(?<!\p{L})(?:${stems})`))
    .join('|'),
  'iu',
)
const SHORT_REPLY = 40

/** What an assistant proposed matters little until somebody agrees. */
const PROPOSED_IMPORTANCE = 0.2
/** What an assistant tells about the world is not what the user told. */
const ASSISTANT_IMPORTANCE = 0.3

type Claimed = {
  readonly claim: ClaimType
  readonly content: string
  /** whether it is about a person who takes part in the conversation, or of a kind that only a person's words can be */
  readonly aboutPerson: boolean
}

type Settled = { readonly claimType: ClaimType; readonly mostImportance: number }

/**
 * What kind of claim a fact is, by who said it. Undefined: nobody who may say so has said it.
 *
 * With the words of a person it is stated, or confirmed where they are a short reply to an assistant; a reply that
 * agrees to nothing ("maybe", "no") is no such word. With an assistant's words alone, a fact about a person stays only
 * as what was proposed, and only if its content says that it was proposed; a fact about the world stays as the
 * assistant's, and matters less.
 */
export const settledClaim = (
  { claim, content, aboutPerson }: Claimed,
  quoted: readonly Quoted[],
): Settled | undefined => {
  const meant = quoted.filter(({ turn, words }) => !turn.assistant && !agreesToNothing(words, content))
  if (meant.length > 0) {
    const replied = quoted.some(({ turn }) => turn.assistant) && meant.every(({ words }) => words.length <= SHORT_REPLY)
    const claimType = claim === 'stated' && replied ? 'confirmed' : claim
    return { claimType, mostImportance: claimType === 'proposed' ? PROPOSED_IMPORTANCE : 1 }
  }
  if (quoted.every(({ turn }) => !turn.assistant)) return undefined
  if (REPORTS_PROPOSAL.test(content)) return { claimType: 'proposed', mostImportance: PROPOSED_IMPORTANCE }
  if (aboutPerson || claim === 'proposed' || claim === 'confirmed') return undefined
  return { claimType: claim, mostImportance: ASSISTANT_IMPORTANCE }
}
