import { isAssistantRole } from '../../../indexing/assistant-role.js'
import { isQuestion, type Look } from './classify.js'
import { isContent, tokensOf } from './words/tokens.js'

type Weighed = Look & { readonly steering: boolean }
type Rule = readonly [weight: number, applies: (look: Weighed) => boolean]

const PERSONAL =
  /\b(?:i am|i'm|i was|i've|i have|my (?:name|wife|husband|partner|son|daughter|kids?|children|mother|father|mom|mum|dad|parents|sister|brother|family|job|boss|dog|cat|birthday|address|phone|email|house|home|car|team|company|doctor|allerg\w+|diet)|i (?:live|work|moved|study|studied|graduated|grew up|own|speak|was born)|allergic|diagnosed|married|divorced|pregnant|engaged|ich (?:bin|wohne|arbeite|heiße)|mein|soy|vivo|trabajo|me llamo|je suis|j'habite|je travaille|je m'appelle)\b/iu
const PREFERENCE =
  /\b(?:prefer\w{0,2}|favou?rite|love|hate|like to|enjoy|dislike|can't stand|rather|always use|never use|no longer|anymore|don't like|mag|gusta|préfère)\b/i
const DECISION =
  /\b(?:decided|decision|agreed|chose|chosen|we(?:'ll| will) (?:go|use|take)|going with|settled on|approved|rejected|switched|replaced|instead of|from now on)\b/i
const COMMITMENT =
  /\b(?:i(?:'ll| will)|we(?:'ll| will)|promise\w{0,2}|going to|plan(?:ning|ned)? to|deadline|due (?:on|by|date)|appointment|scheduled|booked|remind me|must|have to|need to)\b/i

/**
 * The whole table. A memory starts at 0.4; each line that holds adds its weight; the sum is held within 0.05 and 1.
 */
const BASE = 0.4
const RULES: readonly Rule[] = [
  [0.15, ({ text }) => PERSONAL.test(text)],
  [0.1, ({ text }) => PREFERENCE.test(text)],
  [0.1, ({ text }) => DECISION.test(text)],
  [0.1, ({ text }) => COMMITMENT.test(text)],
  [0.05, ({ dated }) => dated],
  [0.05, ({ text }) => /\p{N}/u.test(text)],
  [0.05, ({ entities, speaker }) => entities.some(({ name }) => name !== speaker)],
  [-0.15, ({ text }) => isQuestion(text)],
  [-0.1, ({ text }) => text.length < 60 && tokensOf(text).filter(isContent).length < 2],
  [-0.1, ({ speaker }) => isAssistantRole(speaker)],
  [-0.2, ({ steering }) => steering],
]

/** 0.05..1, two decimals. */
export const importanceOf = (look: Weighed): number => {
  const read = { ...look, text: look.text.slice(0, 4000).replace(/’/g, "'") }
  const sum = RULES.reduce((total, [weight, applies]) => (applies(read) ? total + weight : total), BASE)
  return Math.round(Math.min(1, Math.max(0.05, sum)) * 100) / 100
}
