import type { ClaimType } from './answer.js'
import type { ReadTurn } from './read-window.js'

/** A turn of the evidence, with the words that were quoted. */
export type Quoted = { readonly turn: ReadTurn; readonly words: string }

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words of replies that leave it open, and of those that deny. */
const OPEN = set(
  'maybe perhaps possibly hmm hmmm dunno idk doubt might sure let vielleicht mal eher quizás quizá tal vez peut-être forse talvez misschien может быть',
)
const DENIALS = set("no nope nah not never don't nein nee nicht nie non nunca jamais mai não niet nooit нет не")
/** What such replies are made of besides. */
const AROUND = set(
  "i'm i'll i am so really think about it me know see will ich weiß sehen nicht je sais pas lo sé non so não sei thanks danke",
)
const MOST_WORDS = 8
const NEGATES =
  /(?<!\p{L})(?:not|no|never|none|nothing|without|nicht|kein\p{L}{0,2}|nie|nichts|nunca|jamás|ningun\p{L}|ne|pas|jamais|aucune?|non|mai|nessun\p{L}?|não|nenhum\p{L}?|niet|geen|nooit|не|нет|никогда)(?!\p{L})|n['’]t(?!\p{L})|(?<!\p{L})n['’]/iu

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

/** Words of a report that somebody proposed something. */
const REPORTS_PROPOSAL =
  /(?<!\p{L})(?:suggest|recommend|propos|advis|offer|assum|vorschl|vorgeschl|schlägt|schlug|empf|riet|rät|geraten|nahm an|sugier|sugir|recom|propus|aconsej|aconselh|sugeri|conseill|suggér|recommand|consigli|suggeri|raccomand|raadt|aangeraden|stelt? voor|советов|посовет|предлож|рекоменд)|推荐|推薦|建议|建議|提案|勧め|すすめ|추천|제안|اقترح|सुझाव/iu
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
