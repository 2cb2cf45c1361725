import { amountOf, smallNumber, versionOf } from './amounts.js'
import type { Kind } from './attributes.js'
import { hourInWords } from './clock.js'
import { ARTICLES, isName, isSeveral, isUnnamed, textOf, withoutClass } from './names.js'
import { normalised } from './normalise.js'
import { dateOf, occasionAt, timeOf } from './periods.js'
import { isQuoted, type Token } from './tokens.js'
import { words } from './vocabulary.js'

/** "192.168.4.20". */
export const IP_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Capitalised, and no name of a person, an organisation or a place. */
const NO_NAME = words(
  `german french english american british spanish italian dutch swiss swedish danish norwegian finnish polish czech hungarian
  greek turkish russian ukrainian chinese japanese korean indian brazilian mexican canadian australian austrian belgian portuguese irish
  scottish welsh african asian european catholic muslim jewish buddhist hindu protestant monday tuesday wednesday thursday friday saturday
  sunday christmas easter deutscher deutsche franzose französin regen nacht tag licht kunden freunden hitze kälte bedarf angst urlaub
  hause frieden armut trennung i sales marketing finance hr it engineering accounting retail hospitality healthcare`,
)
/** What is said of a thing instead of a value. */
const NO_VALUE = words(
  `good great bad fine ok okay important nice terrible awful amazing perfect wrong right correct incorrect true false different same unknown
  unclear very too so quite really pretty rather not never always gut schlecht toll wichtig falsch richtig unbekannt unklar sehr zu so nicht
  like more less better worse worth about going being getting still just only up to-do because when where what who how why that which than
  best worst favourite favorite first last own awesome incredible excellent lovely cool super okay done-deal
  called named known i you he she it we they me him her us them my your his their our its ich du er sie wir ihr mich mein meine dein ob dass`,
)

/** The value that a range of tokens holds, normalised, and where it begins; null if it holds none of that kind. */
export const valueIn = (
  tokens: readonly Token[],
  [from, to]: readonly [number, number],
  kind: Kind,
): { readonly value: string; readonly start: number } | null => {
  const slice = tokens.slice(from, to)
  if (slice.length === 0) return null
  switch (kind) {
    case 'amount':
      return made(amountOf(slice), from)
    case 'version':
      return made(versionOf(slice), from)
    case 'date':
      return made(dateOf(slice), from)
    case 'time':
      return made(timeOfDay(slice), from)
    case 'contact':
      return made(contactOf(slice), from)
    case 'thing':
    case 'word':
      return thingOf(tokens, from, to)
    case 'place':
    case 'organisation':
      return dateOf(slice) === null ? namedOf(tokens, [from, to], kind === 'organisation') : null
    default:
      return namedOf(tokens, [from, to])
  }
}

const made = (value: string | null, start: number) => (value === null || value === '' ? null : { value, start })

const timeOfDay = (slice: readonly Token[]): string | null => {
  const all = slice.map(({ word }) => word).filter((word) => !/^(?:at|um|the)$/.test(word))
  return all.length <= 2 && (all.length < 2 || /^(?:am|pm|a\.m\.|p\.m\.|o'clock|uhr)$/.test(all[1] ?? ''))
    ? (timeOf(all) ?? hourInWords(all))
    : null
}

/** Digits in groups, or one word that no sentence would hold. */
const contactOf = (slice: readonly Token[]): string | null => {
  const raw = slice.map((each) => each.raw)
  if (raw.length === 1 && IP_ADDRESS.test(raw[0] ?? '')) return raw[0] ?? ''
  if (raw.every((each) => /^[+()\d/.-]+$/.test(each)) && raw.join('').replace(/\D/g, '').length >= 2)
    return raw.join('').replace(/[^\d+]/g, '')
  if (raw.length === 1 && /[@./:\d_]/.test(raw[0] ?? '')) return (raw[0] ?? '').toLowerCase().replace(/\/$/, '')
  // A street with its number and town.
  if (
    raw.length > 1 &&
    raw.length <= 10 &&
    raw.some((each) => /\d/.test(each)) &&
    slice.every(({ proper, word }) => proper || word === ',' || word === "'s")
  )
    return normalised(raw.join(' '))
  return null
}

/** "First division", "second baseman": which one it is, is part of the name. */
const RANKED = words('division baseman officer mate violin')

/** A few words without a verb or a pronoun. */
const thingOf = (tokens: readonly Token[], from: number, to: number) => {
  let start = from
  while (start < to - 1 && ARTICLES.has(tokens[start]?.word ?? '') && tokens[start]?.proper !== true) start++
  if (to - start > 6) return null
  for (let i = start; i < to; i++) {
    const token = tokens[i]
    if (token?.word === ',' && token.proper) continue
    if (token === undefined || !/^[#@]?[\p{L}\p{N}][\p{L}\p{M}\p{N}'&.+#:/-]*$|^'s$|^&$/u.test(token.word)) return null
    const numbered = token.word === 'one' && i > start && tokens[i - 1]?.proper === true
    // "A goat called Hennes".
    const calls = i > start && /^(?:called|named)$/.test(token.word) && tokens[i + 1]?.proper === true
    if (
      (isUnnamed(token) &&
        !numbered &&
        !isTitled(tokens, i, start) &&
        !isQuoted(token) &&
        !isQuoted(tokens[i + 1] ?? token)) ||
      (!token.proper &&
        !calls &&
        NO_VALUE.has(token.word) &&
        !(/^(?:first|second|third)$/.test(token.word) && RANKED.has(tokens[i + 1]?.word ?? '')))
    )
      return null
    if (/^(?:is|are|was|were|has|have|had|ist|sind|war|hat)$/.test(token.word)) return null
  }
  return isSeveral(tokens, start, to) ? null : made(normalised(textOf(tokens, start, to)), start)
}

/** "Some Like It Hot": a capital next to another one. */
const isTitled = (tokens: readonly Token[], at: number, from: number): boolean =>
  at >= from &&
  tokens[at]?.start !== 0 &&
  /^\p{Lu}/u.test(tokens[at]?.raw ?? '') &&
  (tokens[at - 1]?.proper === true || tokens[at + 1]?.proper === true)

/** "Hayes and Vance": what a firm is called. */
const isPair = (tokens: readonly Token[], from: number, to: number): boolean =>
  to - from === 3 && tokens[from + 1]?.word === 'and'

const namedOf = (tokens: readonly Token[], [from, to]: readonly [number, number], firm = false) => {
  if (/^(?:a|an|ein|eine|einen|einem|einer)$/.test(tokens[from]?.word ?? '')) return nameBehind(tokens, from, to)
  const team = teamIn(tokens, from, to)
  if (team !== null) return team
  const start = withoutClass(tokens, from, to)
  // "St. Anne's" is a school.
  if (firm && to - start > 1 && tokens[to - 1]?.word === "'s") return namedOf(tokens, [from, to - 1], firm)
  // "Berlin in 1990" is no name.
  for (let at = start + 1; at < to; at++) if (occasionAt(tokens, at) !== null) return null
  if (!isName(tokens, start, to) || (isSeveral(tokens, start, to) && !(firm && isPair(tokens, start, to)))) return null
  if (to - start === 1 && NO_NAME.has(tokens[start]?.word ?? '')) return null
  return made(normalised(textOf(tokens, start, to)), start)
}

const TEAMS = words(
  'team squad crew department group committee board office unit desk guild chapter family agency council ministry trust cooperative division staff',
)
/** In tokens, with the article. */
const LONGEST_TEAM = 5

/** "the payments team": a group that has no name but what it does. */
const teamIn = (tokens: readonly Token[], from: number, to: number) => {
  const [article, ...said] = tokens.slice(from, to)
  const fits = article?.word === 'the' && said.length > 1 && said.length < LONGEST_TEAM
  if (
    !fits ||
    !TEAMS.has(said.at(-1)?.word ?? '') ||
    !said.every(({ word }) => /^[\p{L}&'-]+$/u.test(word) && !NO_TEAM.has(word))
  )
    return null
  return made(normalised(textOf(tokens, from, to)), from)
}
const NO_TEAM = words(
  'whole same other best first second new old own our entire right wrong and or of for in at on with by to who that',
)

/** "a man named Paul Kern". */
const nameBehind = (tokens: readonly Token[], from: number, to: number) => {
  const at = tokens.slice(from, to).findIndex(({ word }) => /^(?:named|called|namens)$/.test(word))
  const start = from + at + 1
  if (at < 1 || !isName(tokens, start, to) || isSeveral(tokens, start, to)) return null
  return made(normalised(textOf(tokens, start, to)), start)
}

/** An age in years: a number up to 120, null otherwise. */
export const ageOf = (tokens: readonly Token[], [from, to]: readonly [number, number]): string | null => {
  const number = to - from === 1 ? smallNumber(tokens[from]?.word ?? '') : undefined
  return number !== undefined && number > 0 && number <= 120 ? String(number) : null
}
