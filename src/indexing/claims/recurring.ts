import { attributeOf } from './attributes.js'
import type { Draft, Fitting } from './draft.js'
import { isManyGerman } from './german/not-one.js'
import type { Claim } from './statement.js'
import { standsAt, type Token } from './tokens.js'
import { RECURRING, words } from './vocabulary.js'

/** "On weekdays", "werktags": when it holds. */
const SPANS: readonly (readonly string[])[] = [
  ...'weekdays weekends mondays tuesdays wednesdays thursdays fridays saturdays sundays'
    .split(' ')
    .map((day) => ['on', day] as const),
  ['at', 'weekends'],
  ['at', 'the', 'weekend'],
  ['on', 'public', 'holidays'],
  ['during', 'the', 'week'],
  ['during', 'term'],
  ['an', 'wochentagen'],
  ['an', 'werktagen'],
  ['an', 'feiertagen'],
  ['am', 'wochenende'],
  ['unter', 'der', 'woche'],
  ...'werktags wochentags sonntags montags dienstags mittwochs donnerstags freitags samstags feiertags'
    .split(' ')
    .map((day) => [day] as const),
]
const BEFORE_NOUN = words('weekday weekend sunday saturday')
/** Without one of these a sentence names no days. */
const TELLING: ReadonlySet<string> = new Set([...SPANS.map((phrase) => phrase.at(-1) ?? ''), ...BEFORE_NOUN])
const OF_TIMES = /^(?:time|times|hours|price|fee|rate|fare|tariff|start|closing|opening)$/

type Span = { readonly sentence: readonly Token[]; readonly span: string }

/** A sentence without the days of the week on which it holds, and these; null where it names none, or several. */
export const withoutSpan = (sentence: readonly Token[]): Span | null => {
  if (!sentence.some(({ word }) => TELLING.has(word))) return null
  const places = sentence.flatMap((_, at) => {
    const span = SPANS.find((phrase) => standsAt(sentence, phrase, at))
    return span === undefined ? [] : [{ at, span }]
  })
  const [place, ...others] = places
  if (place === undefined) return withoutWeekday(sentence)
  const end = place.at + place.span.length
  const comma = place.at === 0 && sentence[end]?.word === ',' ? 1 : 0
  const last = place.span.at(-1) ?? ''
  return others.length > 0
    ? null
    : { sentence: [...sentence.slice(0, place.at), ...sentence.slice(end + comma)], span: SAME.get(last) ?? last }
}

const SAME: ReadonlyMap<string, string> = new Map([
  ['weekday', 'weekdays'],
  ['weekend', 'weekends'],
  ['sunday', 'sundays'],
  ['saturday', 'saturdays'],
  ['wochentagen', 'werktags'],
  ['werktagen', 'werktags'],
  ['wochentags', 'werktags'],
  ['woche', 'werktags'],
])

/** "The weekday opening time". */
const withoutWeekday = (sentence: readonly Token[]): Span | null => {
  const at = sentence.findIndex(
    ({ word }, i) =>
      BEFORE_NOUN.has(word) && [sentence[i + 1], sentence[i + 2]].some((token) => OF_TIMES.test(token?.word ?? '')),
  )
  const word = sentence[at]?.word ?? ''
  return at < 1 ? null : { sentence: sentence.filter((_, i) => i !== at), span: SAME.get(word) ?? word }
}

const LIMITED = /^(?:hour|time|price|measure|frame|rate)(?::|$)/

/** What holds on these days alone, and what does not depend on the day: no claim. */
export const onlyOn = (span: string, claims: readonly Claim[]): readonly Claim[] =>
  claims.flatMap((claim) => {
    if (!LIMITED.test(claim.attribute)) return []
    const [code, ...about] = claim.attribute.split(':')
    return [{ ...claim, attribute: `${code}:${[...about, 'on', span].join(' ')}` }]
  })

const BYGONE = /^(?:last|previous|that|letzte[nmrs]?|vorige[nmrs]?|vergangene[nmrs]?|jene[nmrs]?)$/
const LONG_TIME = words('winter summer spring autumn fall season frühling frühjahr sommer herbst saison')
/** "Was set to 18 degrees last winter": it was so then. */
export const isBygone = (tokens: readonly Token[]): boolean =>
  tokens.some(({ word }, i) => LONG_TIME.has(word) && BYGONE.test(tokens[i - 1]?.word ?? ''))

export const isHour = (attribute: string): boolean => attributeOf(attribute)?.kind === 'time'

/** Of what there is several times a day, and of many things, another value is no change unless the words say so. */
export const guarded = (draft: Draft, { clause: { tokens }, found: { S } }: Fitting): Draft => {
  if (S === undefined || draft.needs !== 'nothing') return draft
  const said = tokens.slice(...S)
  // "Der Einkauf von Anna kostet 5 Euro": one of several.
  const one = said.findIndex(({ word }, i) => i > 0 && /^(?:von|vom|des|der|für)$/.test(word))
  const several = one > 0 && MEASURED.test(draft.attribute) && isManyGerman(said[one - 1]?.word ?? '')
  const recurs = isHour(draft.attribute) && said.some(({ word }) => RECURRING.has(word)) && !isFlight(said)
  const many =
    draft.attribute === 'price' && tokens[S[1]]?.word === 'cost' && said.every(({ word }) => !BEFORE_ONE.has(word))
  return recurs || many || several ? { ...draft, needs: 'change' } : draft
}
/** "Flight SK 12" leaves once a day. */
const isFlight = (said: readonly Token[]): boolean =>
  said.some(({ word }) => word === 'flight' || word === 'flug') && /^\d{1,4}$/.test(said.at(-1)?.word ?? '')
const MEASURED = /^(?:price|measure:.*|height|weight)$/
const BEFORE_ONE = words('the my our of for to')
