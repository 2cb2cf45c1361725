import { isPerson } from '../../import/speakers.js'
import { isContent, isForeign, tokensOf } from '../../text/content-words.js'
import { allWordsOf, knownOf } from '../../text/languages.js'
import type { Entity, EntityType } from './fact.js'

/** Common names by type. Kept few: form and context classify the rest. */
const GAZETTEER: ReadonlyMap<string, EntityType> = new Map(
  [...knownOf('names').values()]
    .flat()
    .flatMap(([type, ...lines]) =>
      lines.flatMap((names) => names.split(' ')).map((name) => [name.replaceAll('_', ' '), type]),
    ),
)

/** A capitalised name with the text before and after it. */
type Place = { readonly name: string; readonly before: string; readonly after: string }

const known = [...knownOf('nameSigns').values()]
const endsWith = (part: 'organizations' | 'events' | 'places'): RegExp =>
  new RegExp(`(?:^| )(?:${known.map((own) => own[part]).join('|')})\\.?$`, 'i')
const LOWER_TOOLS = new RegExp(
  String.raw`(?<![\w.-])(?:${known.map(({ lowerCase }) => lowerCase).join('|')})(?![\w-])`,
  'g',
)
const ORGANIZATION = endsWith('organizations')
const EVENT = endsWith('events')
const PLACE = endsWith('places')
const PROJECT_NEXT = new RegExp(String.raw`^ (?:${known.map(({ projects }) => projects).join('|')})\b`)
const AFTER = known.flatMap(({ before }) =>
  before.map(([type, pattern]) => [type, new RegExp(String.raw`\b${pattern}$`, 'i')] as const),
)
const VERB = new RegExp(`(?:${known.map(({ verbs }) => verbs).join('|')})$`)
const PERSON_NEXT = new RegExp(`^(?:${known.map(({ afterPerson }) => afterPerson).join('|')})`)

/** The type of a name: from the list, its form or its context; undefined if none of them decides. */
const entityType = ({ name, before, after }: Place): EntityType | undefined => {
  const known = GAZETTEER.get(name.toLowerCase())
  if (known) return known
  if (ORGANIZATION.test(name)) return 'organization'
  if (EVENT.test(name)) return 'event'
  if (PLACE.test(name)) return 'place'
  if (PROJECT_NEXT.test(after)) return 'project'
  const close = before.slice(-48)
  const cue = AFTER.find(([, pattern]) => pattern.test(close))
  if (cue) return cue[0]
  if (PERSON_NEXT.test(after.slice(0, 32))) return 'person'
  return GAZETTEER.get(name.split(' ')[0]?.toLowerCase() ?? '') === 'person' ? 'person' : undefined
}

const LIMIT = 16
const READ = 4000
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@/.-])\p{Lu}[\p{L}\p{M}\p{N}]{0,30}(?:[.'’&-]\p{L}[\p{L}\p{N}]{0,30})?(?: (?:(?:${known.map(({ within }) => within).join('|')}) )?\p{Lu}[\p{L}\p{M}\p{N}'’-]{1,30}){0,3}`,
  'gu',
)
/** The start of a sentence, where a capital has no meaning. */
const FRESH = /(?:^|[.!?:…"“”(\n\u2014-]\s{0,3}|^\s{0,8}(?:[-*•]|\d{1,3}[.)])\s{1,4})$/
const CONVENTIONAL = allWordsOf(known.map(({ conventional }) => conventional))
const isConventional = (word: string): boolean => CONVENTIONAL.has(word.toLowerCase())

/** Removes words from a name that are capitalised only by position or convention ("The", "Then", weekdays). */
const core = (name: string): string => {
  const words = name.replace(/['’]s$/, '').split(' ')
  const first = words.findIndex((word) => isContent(word) && !isConventional(word))
  return first < 0 ? '' : words.slice(first).join(' ')
}

/**
 * "Met Carla" at the start of a sentence is Carla: drops a first word that is a verb form or that precedes a known
 * name.
 */
const withoutVerb = (name: string, people: ReadonlySet<string>): string => {
  const [first = '', ...others] = name.split(' ')
  const rest = others.join(' ')
  const known = (word: string): boolean => people.has(word.toLowerCase()) || GAZETTEER.has(word.toLowerCase())
  return rest !== '' && !known(first) && !known(name) && (known(rest) || VERB.test(first)) ? rest : name
}

const isName = (name: string, fresh: boolean): boolean =>
  !fresh || name.includes(' ') || /^\p{Lu}{2,6}$/u.test(name) || /^\p{L}+\p{Ll}\p{Lu}/u.test(name)

/**
 * Names in a text, at most 16: the speaker first, then in text order. `people` are known names of persons, in lower
 * case.
 */
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
    if (name.length < 2 || isConventional(name)) continue
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
