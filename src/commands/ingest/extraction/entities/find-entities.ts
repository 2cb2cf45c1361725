import type { Entity } from '../fact.js'
import { isPerson } from '../turns/speakers.js'
import { isForeign } from '../words/keywords.js'
import { isContent, tokensOf } from '../words/tokens.js'
import { entityType } from './entity-type.js'
import { GAZETTEER, LOWER_TOOLS } from './gazetteer.js'

const LIMIT = 16
const READ = 4000
const NAME =
  /(?<![\p{L}\p{N}_@/.-])\p{Lu}[\p{L}\p{M}\p{N}]{0,30}(?:[.'’&-]\p{L}[\p{L}\p{N}]{0,30})?(?: (?:(?:of|de|da|van|von|der|la|del) )?\p{Lu}[\p{L}\p{M}\p{N}'’-]{1,30}){0,3}/gu
/** A sentence starts here, so that the capital says nothing. */
const FRESH = /(?:^|[.!?:…"“”(\n\u2014-]\s{0,3}|^\s{0,8}(?:[-*•]|\d{1,3}[.)])\s{1,4})$/
const CALENDAR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)$|^(?:i|i'm|i've|i'd|i'll|mr|mrs|ms|dr|ok|pm|am|tv|english)$/i

/** Cuts words off a name that only sentence position or habit made capital ("The", "Then", weekdays). */
const core = (name: string): string => {
  const words = name.replace(/['’]s$/, '').split(' ')
  const first = words.findIndex((word) => isContent(word) && !CALENDAR.test(word))
  return first < 0 ? '' : words.slice(first).join(' ')
}

/** "Met Carla" at the start of a sentence is Carla: a first word goes where it is a verb's form or the rest is a known name. */
const withoutVerb = (name: string, people: ReadonlySet<string>): string => {
  const [first = '', ...others] = name.split(' ')
  const rest = others.join(' ')
  const known = (word: string): boolean => people.has(word.toLowerCase()) || GAZETTEER.has(word.toLowerCase())
  return rest !== '' && !known(first) && !known(name) && (known(rest) || /(?:ed|ing)$/.test(first)) ? rest : name
}

const isName = (name: string, fresh: boolean): boolean =>
  !fresh || name.includes(' ') || /^\p{Lu}{2,6}$/u.test(name) || /^\p{L}+\p{Ll}\p{Lu}/u.test(name)

/** Names in a text, at most 16: the speaker first, then in the order of the text. `people` are known names of persons, lower case. */
export const findEntities = (text: string, speaker: string | null, people: ReadonlySet<string>): readonly Entity[] => {
  const read = text.slice(0, READ)
  const found = new Map<string, Entity>()
  if (speaker !== null && isPerson(speaker)) found.set(speaker.toLowerCase(), { name: speaker, type: 'person' })
  const foreign = isForeign(tokensOf(read))
  const shouting = !/\p{Ll}/u.test(read)
  for (const match of shouting ? [] : read.matchAll(NAME)) {
    if (found.size >= LIMIT) break
    const fresh = FRESH.test(read.slice(Math.max(0, match.index - 16), match.index))
    const name = fresh ? withoutVerb(core(match[0]), people) : core(match[0])
    const at = match.index + match[0].indexOf(name)
    if (name.length < 2 || CALENDAR.test(name)) continue
    const before = read.slice(Math.max(0, at - 60), at)
    const person = people.has(name.toLowerCase())
    const type = person
      ? 'person'
      : entityType({ name, before, after: read.slice(at + name.length, at + name.length + 40) })
    if (type || (!foreign && isName(name, FRESH.test(before))))
      found.set(name.toLowerCase(), { name, type: type ?? 'concept' })
  }
  for (const [name] of read.matchAll(LOWER_TOOLS)) if (!found.has(name)) found.set(name, { name, type: 'tool' })
  return [...found.values()].slice(0, LIMIT)
}
