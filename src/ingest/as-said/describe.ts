import { dayOf, type Moment } from '../../domain/moment.js'
import { isPerson } from '../../import/speakers.js'
import { isAssistantRole, isStandingInstruction } from '../../text/assistant.js'
import { isContent, isForeign, keywordsOf, tokensOf } from '../../text/content-words.js'
import { findDates } from '../../text/dates/dates-said.js'
import { detectLanguage } from '../../text/detect-language.js'
import { allWordsOf, anyAlternative, knownOf } from '../../text/languages.js'
import type { Language } from '../../text/words.js'
import { isPromptInjection } from '../prompt-injection.js'
import { labelled, type Piece, wordsOf } from './cut.js'
import type { Entity, EntityType, Fact, MemoryType } from './fact.js'

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

type Classes = Pick<Fact, 'network' | 'opinionConfidence' | 'observationSubject'> & {
  readonly memoryType: MemoryType
}
type Look = {
  readonly text: string
  readonly speaker: string | null
  readonly entities: readonly Entity[]
  /** whether the text holds a date expression */
  readonly dated: boolean
}

const descriptions = [...knownOf('descriptions').values()]
type Part = keyof (typeof descriptions)[number]

/** What any language has of one part. */
const patternsOf = (part: Part): string => {
  const filled = (own: (typeof descriptions)[number]) =>
    own[part]?.replaceAll('{adverbs}', `(?:(?:${own.adverbs}) ){0,2}`).replaceAll('{past}', `(?:${own.past})`)
  return anyAlternative(descriptions.map(filled))
}
const signsOf = (part: Part): RegExp => new RegExp(String.raw`\b(?:${patternsOf(part)})\b`, 'iu')

const OPINION = new RegExp(String.raw`\b(?:${patternsOf('opinions')})(?!\p{L})`, 'iu')
const FIRM = signsOf('firm')
const HEDGE = signsOf('hedges')
const EXPERIENCE = signsOf('experiences')
const PAST_TENSE = signsOf('past')
const TOPIC_START = new RegExp(`^(?:${patternsOf('topicStarts')}) `, 'i')
const STEPS = /(?:^|\n)\s{0,12}\d{1,2}[.)]\s[\s\S]{1,2000}\n\s{0,12}\d{1,2}[.)]\s/
const HOW_TO = new RegExp(patternsOf('howTo'), 'i')
const CODE = /^\s{0,40}(?:```|~~~)/m

const confidence = (text: string): number => {
  const value = 0.7 + (FIRM.test(text) ? 0.2 : 0) - (HEDGE.test(text) ? 0.25 : 0)
  return Math.round(value * 100) / 100
}

const procedural = (text: string): boolean =>
  CODE.test(text) || STEPS.test(text) || HOW_TO.test(text) || isStandingInstruction(text)
const isQuestion = (text: string): boolean => /[?？؟]\s{0,4}["')\]*_]{0,3}$/.test(text.slice(-12))

/** The third party that a statement starts with ("Marta's sister moved …", "The Lisbon office …"). */
const topic = ({ text, speaker, entities }: Look): string | null => {
  const start = text.replace(TOPIC_START, '')
  const about = entities.find(({ name }) => name !== speaker && start.startsWith(name))
  return about && /^[’'s]{0,2} \p{L}/u.test(start.slice(about.name.length)) ? about.name : null
}

/**
 * What kind of memory a text is. Opinion: a judgement in the first person, confidence 0.7, firm words +0.2, hedges −0.25.
 * Experience: something that happened to the speaker. Observation: a statement that starts with a named third party.
 */
export const classify = (look: Look): Classes => {
  const { text, speaker, dated } = look
  const said = text.slice(0, 4000).replace(/’/g, "'")
  const question = isQuestion(said)
  const opinion = !question && OPINION.test(said)
  const experience = !opinion && !isAssistantRole(speaker) && EXPERIENCE.test(said) && !question
  const subject = opinion || experience || question ? null : topic(look)
  const memoryType =
    !question && procedural(said)
      ? 'procedural'
      : experience || (dated && PAST_TENSE.test(said))
        ? 'episodic'
        : 'semantic'
  return {
    memoryType,
    network: opinion ? 'opinion' : experience ? 'experience' : subject === null ? 'world' : 'observation',
    opinionConfidence: opinion ? confidence(said) : null,
    observationSubject: subject,
  }
}

type Weighed = Look & { readonly steering: boolean }
type Rule = readonly [weight: number, applies: (look: Weighed) => boolean]

const PERSONAL = signsOf('personal')
const PREFERENCE = signsOf('preferences')
const DECISION = signsOf('decisions')
const COMMITMENT = signsOf('commitments')

/**
 * The table of weights. A memory starts at 0.4; each rule that applies adds its weight; the sum is clamped to 0.05..1.
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
const importanceOf = (look: Weighed): number => {
  const read = { ...look, text: look.text.slice(0, 4000).replace(/’/g, "'") }
  const sum = RULES.reduce((total, [weight, applies]) => (applies(read) ? total + weight : total), BASE)
  return Math.round(Math.min(1, Math.max(0.05, sum)) * 100) / 100
}

/** Facts about the whole conversation. */
type Surroundings = {
  /** When it took place. */
  readonly moment: Moment
  /** The speakers, in lower case. */
  readonly people: ReadonlySet<string>
  /** The main language of the conversation; short turns are assumed to be in it. */
  readonly language: Language
}

/** Trust of a text that contains a prompt injection. */
const STEERING_TRUST = 0.2

/** The speaker; of several speakers the owner of the piece; in prose the person that the text starts with. */
const subjectOf = ({ owner, speaker, text, parts = [] }: Piece, entities: readonly Entity[]): string | null => {
  if (owner !== undefined) return owner.toLowerCase()
  if (speaker !== null) return speaker.toLowerCase()
  if (parts.length > 1) return null
  const person = entities.find(({ name, type }) => type === 'person' && text.startsWith(name))
  return person ? person.name.toLowerCase() : null
}

/** Applies all rules to a piece. */
export const describe = (piece: Piece, { moment, people, language }: Surroundings): Fact => {
  const { speaker, text, turn, role, lastTurn = turn } = piece
  const words = wordsOf(piece)
  const entities = findEntities(text, speaker, people)
  const written = detectLanguage(text) ?? language
  const dates = findDates(words, dayOf(piece.moment ?? moment), written)
  const steering = (piece.parts ?? [words]).some(isPromptInjection)
  const look = { text, speaker, entities, dated: dates.length > 0, steering }
  return {
    content: labelled(piece),
    speaker,
    subject: subjectOf(piece, entities),
    keywords: keywordsOf(text),
    ...classify(look),
    language: written,
    importance: importanceOf(look),
    trust: steering ? STEERING_TRUST : 1,
    entities,
    dates,
    role,
    turns: [turn, lastTurn],
    ...(piece.moment ? { moment: piece.moment } : {}),
    ...(piece.replacement ? { replacement: piece.replacement } : {}),
    ...(piece.reply ? { reply: piece.reply } : {}),
  }
}
