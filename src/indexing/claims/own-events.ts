import type { Draft, Fitting } from './draft.js'
import { normalised } from './normalise.js'
import type { Claim, Manner } from './statement.js'
import type { Token } from './tokens.js'
import { EVENT, EVENTS, words } from './vocabulary.js'

const OWN = words('my our mein meine meinen meinem meiner unser unsere unseren unserem unserer')
const THE = words('the der die das den dem')
const MOVED = words('date time venue room')
/** In tokens, with the word in front. */
const LONGEST = 3

/** Whether it is a plain event: "our wedding", "the housewarming party", "die kirchliche Trauung", but not "the Falcon launch". */
const isPlain = ([first, ...more]: Fitting['clause']['tokens']): boolean => {
  const last = more.at(-1)
  if (first === undefined || last === undefined || more.length >= LONGEST) return false
  const named = more.slice(0, -1).some(({ proper }) => proper) || (first.word === 'the' && last.proper)
  return !named && (EVENTS.has(last.word) || EVENT.test(last.word))
}

/**
 * "The wedding was moved to May 10" is told of "our wedding", too: who speaks of an event without saying whose it is may mean the
 * own one. Only where it has changed: two that are told of plainly may be two.
 */
export const withOwnEvent = (draft: Draft, { clause, found, speaker }: Fitting, how: Manner): readonly Draft[] => {
  const said = found.S === undefined ? [] : clause.tokens.slice(...found.S)
  if (how !== 'change' || !MOVED.has(draft.attribute) || !isPlain(said)) return [draft]
  const { key } = draft.subject
  const [first = { word: '' }] = said
  const ending = ` of ${speaker === '' ? 'user' : speaker}`
  const other = THE.has(first.word) ? key + ending : OWN.has(first.word) ? key.replace(ending, '') : key
  return other === key
    ? [draft]
    : [draft, { ...draft, subject: { ...draft.subject, key: other, needs: 'change' }, needs: 'change' }]
}

const OTHERS = /^(?:'s|his|her|their|your|(?:ihr|sein|dein|euer|eur)(?:e[rnms]?)?)$/

/** "Tom's wedding", "her wedding", "die Hochzeit von Anna", "Annas Hochzeit". */
const isOfOther = (tokens: readonly Token[], at: number): boolean => {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  const ofName = /^(?:of|von)$/.test(after?.word ?? '') && tokens[at + 2]?.proper === true
  return OTHERS.test(before?.word ?? '') || (before?.proper === true && /s$/.test(before.word)) || ofName
}

/** The claims without those of an own event, where the same text, or what was said just before, is about that of somebody else. */
export const withoutOwnEvents = (
  claims: readonly Claim[],
  tokens: readonly Token[],
  before: readonly Claim[],
): readonly Claim[] =>
  claims.filter((claim, i) => {
    const first = claims[i - 1]
    if (first === undefined || first.attribute !== claim.attribute || first.value !== claim.value) return true
    const [event = '', own] = [first.subject, claim.subject].toSorted((a, b) => a.length - b.length)
    if (own === event || own?.startsWith(`${event} of `) !== true) return true
    const last = event.split(' ').at(-1) ?? ''
    const told = before.some(({ subject }) => subject !== own && subject.startsWith(`${last} of `))
    return !told && !tokens.some(({ word }, at) => normalised(word) === last && isOfOther(tokens, at))
  })
