import type { KnownWindow, ExtractedFact as RecordedFact } from '../../domain/extraction.js'
import { hasContent } from '../../text/content-words.js'
import { type Day, dayFrom } from '../../text/dates/day.js'
import { allWordsOf, anyAlternative, knownOf } from '../../text/languages.js'
import { CLINGING, isStopWord, type Language } from '../../text/words.js'
import { classify } from '../as-said/describe.js'
import type { Entity, Fact } from '../as-said/fact.js'
import { isPromptInjection } from '../prompt-injection.js'
import { type ClaimType, lineOf, type RawFact, shareOf, UNREADABLE } from './prompt.js'
import { findQuote, normalText, type Stretch } from './quotes.js'
import { type Basis, basisOf, drawnFrom, isForeign, isKnownName, languageOf, saysNothingNew } from './support.js'
import { type ReadTurn, type ReadWindow, wordsIn } from './windows.js'

/** Words of a turn of the window that support a fact: the place of the turn, and offsets into its content. */
type Quoted = Stretch & { readonly row: number; readonly turn: ReadTurn; readonly words: string }

/** A model counts badly: a quote is looked for in the turn that it names, and then in those beside it. */
const NEAR = 2
/** A quote of so many characters cannot be meant for another turn, however far it is. */
const TELLING = 24
const MOST_QUOTES = 8
const LONGEST_QUOTE = 2_000

const locate = ({ turns }: ReadWindow, named: number, quote: string): readonly Quoted[] => {
  const telling = normalText(quote).text.length >= TELLING
  const rows = [...turns.keys()]
    .filter((row) => telling || Math.abs(row - named) <= NEAR)
    .toSorted((a, b) => Math.abs(a - named) - Math.abs(b - named))
  for (const row of rows) {
    const turn = turns[row]
    if (turn === undefined) continue
    const found = findQuote(turn.normal, quote)
    if (found.length > 0)
      return found.map(({ start, end }) => ({ row, turn, start, end, words: turn.content.slice(start, end) }))
  }
  return []
}

/** All quotes that are in the window, in its order. A model numbers turns from 1 on. */
const quotedIn = (window: ReadWindow, evidence: RawFact['evidence']): readonly Quoted[] => {
  const found = evidence
    .slice(0, MOST_QUOTES)
    .flatMap(({ turn, quote }) => locate(window, turn - 1, quote.slice(0, LONGEST_QUOTE)))
  const byKey = new Map(found.map((each) => [`${each.row} ${each.start} ${each.end}`, each]))
  return [...byKey.values()].toSorted((a, b) => a.row - b.row || a.start - b.start || a.end - b.end)
}

const SENTENCE_END = /[.!?。！？\n]/

/** The sentences that a quote is taken from. */
const sentencesAround = ({ turn: { content }, start, end }: Quoted): string => {
  let from = start
  while (from > 0 && !SENTENCE_END.test(content[from - 1] ?? '')) from--
  let to = Math.max(start, end - 1)
  while (to < content.length && !SENTENCE_END.test(content[to] ?? '')) to++
  return content.slice(from, to + 1).trim()
}

type Validity = {
  /** YYYY-MM-DD, the first and the last day; null: unknown, or still */
  readonly validFrom: Day | null
  readonly validTo: Day | null
  /** the words that say so, as said */
  readonly validWords: string | null
}

const MOST_WORDS = 120

const dayIn = (text: string | null | undefined): Day | undefined => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text?.trim() ?? '') ?? []
  return dayFrom(Number(year), Number(month), Number(day))
}

const quoted = (words: string, turns: readonly ReadTurn[]): string | undefined => {
  for (const { normal, content } of turns) {
    const [first] = findQuote(normal, words)
    if (first) return content.slice(first.start, first.end).slice(0, MOST_WORDS)
  }
  return undefined
}

/**
 * When a fact is true, as far as its turns say so: a day of the model stands only where rules find the same day, as the
 * first or the last of a date that was said. Nothing is taken from the day of the turn by itself.
 */
const validityOf = ({ valid }: RawFact, turns: readonly ReadTurn[]): Validity => {
  const dates = turns.flatMap((turn) => turn.dates)
  const said = (day: Day | undefined) => dates.find(({ from, to }) => from === day || to === day)
  const [from, to] = [dayIn(valid?.from), dayIn(valid?.to)]
  const [start, end] = [said(from), said(to)]
  const ordered = !(start && end && from !== undefined && to !== undefined && from > to)
  const validFrom = ordered && start && from ? from : null
  const validTo = ordered && end && to ? to : null
  const words = lineOf(valid?.words, MOST_WORDS)
  const named = validFrom === null ? (validTo === null ? undefined : end?.text) : start?.text
  return { validFrom, validTo, validWords: (words === '' ? undefined : quoted(words, turns)) ?? named ?? null }
}

export type ExtractedFact = Omit<Fact, 'keywords' | 'dates' | 'role' | 'turns' | 'observedAt' | 'replacement'> &
  Pick<RecordedFact, 'about' | 'drawn'> &
  Validity & {
    readonly claimType: ClaimType
    /** What it says of earlier turns of the same window. */
    readonly undoes: readonly (Pick<RecordedFact['about'][number], 'relation' | 'confidence'> & {
      readonly turn: number
    })[]
    /** Offsets into the contents of turns; at least one is not context alone. */
    readonly evidence: readonly (Stretch & { readonly turn: number })[]
  }

/** How many facts of a model were not taken, by why. */
export type Dropped = KnownWindow['dropped']
export type FactReading =
  | { readonly fact: ExtractedFact }
  | { readonly dropped: keyof Dropped; readonly language?: Language }

/** As the rules lower it for a turn that steers. */
const STEERED_TRUST = 0.2
const MOST = { content: 1000, name: 80, entities: 16, known: 4 }
/** Written like a name, where a script has capitals, and not like what somebody has ("User's kid"). */
const IS_NAME = /^(?!Users?(?!\p{L}))(?:\p{Lu}|\p{Lo})/u
/** What only names can be. */
const NAMED = new Set(['person', 'organization', 'place', 'project'])
const SELF = new RegExp(`^(?:${anyAlternative(knownOf('subject').values())})$`, 'u')

/** A fact of a model as rules find it in the window, or why it is not taken. */
export const readFact = (raw: RawFact, window: ReadWindow): FactReading => {
  const content = lineOf(raw.content, MOST.content)
  if (raw === UNREADABLE || !hasContent(content)) return { dropped: 'invalid' }
  const quoted = quotedIn(window, raw.evidence)
  if (quoted.length === 0) return { dropped: 'unsupported' }
  if (quoted.every(({ turn }) => turn.context)) return { dropped: 'context' }
  if ([content, ...quoted.map(sentencesAround)].some(isPromptInjection)) return { dropped: 'steering' }
  const basis = basisOf(window, [...new Set(quoted.map(({ row }) => row))])
  if (isForeign(content, basis.turns)) {
    const language = basis.turns.find((turn) => turn.language !== null)?.language
    return { dropped: 'foreign', ...(language ? { language } : {}) }
  }
  return supported(raw, { content, basis, quoted, window })
}

type QuotedFact = {
  readonly content: string
  readonly basis: Basis
  readonly quoted: readonly Quoted[]
  readonly window: ReadWindow
}

const supported = (raw: RawFact, { content, basis, quoted, window }: QuotedFact): FactReading => {
  const language = languageOf(content, basis.turns)
  if (namesStranger(raw, content, basis) || !saysNothingNew(content, language, basis)) return { dropped: 'unsupported' }
  const speaker = speakerOf(quoted)
  const subject = subjectOf(raw, { content, speaker, language }, basis)
  const entities = namesOf(raw, basis)
  const validity = validityOf(raw, basis.turns)
  const text = quoted.map(sentencesAround).join('\n')
  const classes = classify({ text, speaker, entities, dated: validity.validWords !== null })
  const aboutPerson = isAboutPerson({ ...classes, content, subject }, window)
  const settled = settledClaim({ claim: raw.claim, content, aboutPerson }, quoted)
  if (!settled) return { dropped: 'unsupported' }
  // Where any turn of the window tries to steer, a model may have obeyed it.
  const known = window.turns.some(({ steering }) => steering) ? [] : raw.known
  return {
    fact: {
      ...classes,
      ...validity,
      content,
      speaker,
      subject,
      language,
      entities,
      claimType: settled.claimType,
      memoryType: raw.memory_type,
      importance: Math.min(shareOf(raw.importance), settled.mostImportance),
      trust: quoted.some(({ turn }) => turn.steering) ? STEERED_TRUST : 1,
      evidence: quoted.map(({ turn: { number, offset }, start, end }) => ({
        turn: number,
        start: offset + start,
        end: offset + end,
      })),
      about: aboutShown(known, window),
      undoes: undoneTurns(known, quoted, window),
      drawn: [...drawnFrom(content, window)],
    },
  }
}

/** The place that a reference names, of what is known (`k`) or of the turns (`t`): both are numbered from 1 on. */
const placeIn = (ref: string, of: 'k' | 't'): number => Number(new RegExp(`^${of}(\\d{1,4})$`).exec(ref)?.[1] ?? 0) - 1

/** The turns of the window that it says something else than, by their numbers in the episode: earlier ones than its own. */
const undoneTurns = (
  known: RawFact['known'],
  quoted: readonly Quoted[],
  { turns }: ReadWindow,
): ExtractedFact['undoes'] => {
  const last = Math.max(...quoted.map(({ row }) => row))
  return known.flatMap(({ ref, relation, confidence }) => {
    const row = placeIn(ref, 't')
    const turn = row < last ? turns[row] : undefined
    return turn === undefined || turn.context ? [] : [{ turn: turn.number, relation, confidence: shareOf(confidence) }]
  })
}

/** What it says of what was shown; of each the surest. */
const aboutShown = (known: RawFact['known'], { shown }: ReadWindow): ExtractedFact['about'] => {
  const surest = known.toSorted((a, b) => b.confidence - a.confidence)
  const said = surest.flatMap(({ ref, relation, confidence }) => {
    const memory = shown[placeIn(ref, 'k')]
    if (memory === undefined) return []
    const { memoryId, version } = memory
    return [{ memoryId, version, relation, confidence: shareOf(confidence) }]
  })
  return said
    .filter(({ memoryId: id }, i) => said.findIndex(({ memoryId }) => memoryId === id) === i)
    .slice(0, MOST.known)
}

/** Whether a content names somebody or something that nobody in the window named, or begins with such a name. */
const namesStranger = ({ entities, subject }: RawFact, content: string, { known }: Basis): boolean => {
  const names = entities.filter(({ type, name }) => NAMED.has(type) && IS_NAME.test(name)).map(({ name }) => name)
  const [first = ''] = /^\p{Lu}[\p{L}\p{M}'’-]*/u.exec(content) ?? []
  const begins = first !== '' && subject?.toLowerCase() === first.toLowerCase() ? [first] : []
  return [...names.filter((name) => content.includes(name)), ...begins].some((name) => !isKnownName(name, known))
}

const speakerOf = (quoted: readonly Quoted[]): string | null => {
  const turn = (quoted.find((each) => !each.turn.assistant) ?? quoted[0])?.turn
  return turn?.name ?? turn?.role ?? null
}

/** Whom a fact is about: who speaks, or what somebody in the window has named. Any other subject is unknown. */
const subjectOf = (
  { subject }: RawFact,
  { content, speaker, language }: Pick<Fact, 'content' | 'speaker' | 'language'>,
  { known }: Basis,
): string | null => {
  const name = lineOf(subject, MOST.name).toLowerCase()
  if (SELF.test(name)) return speaker?.toLowerCase() ?? name
  const words = wordsIn(name).filter((word) => !/^(?:user|users|speaker)$/.test(word))
  const named =
    words.some((word) => !isStopWord(word) && !isStopWord(word, language)) &&
    (isKnownName(words.join(' '), known) || words.every((word) => wordsIn(content).includes(word)))
  return named ? name : null
}

/** Whether a fact is about somebody who takes part in the conversation, or of a kind that only their words can be. */
const isAboutPerson = (
  { network, content, subject }: Pick<Fact, 'network' | 'content' | 'subject'>,
  { turns }: ReadWindow,
): boolean => {
  const labels = (assistant: boolean) =>
    turns.filter((turn) => turn.assistant === assistant).flatMap(({ name, role }) => wordsIn(name ?? role ?? ''))
  const subjectWords = wordsIn(subject ?? '')
  if (subjectWords.some((word) => labels(true).includes(word) || word === 'assistant')) return false
  const people = new Set([...labels(false), 'user'])
  return (
    network === 'experience' ||
    network === 'opinion' ||
    [...subjectWords, ...wordsIn(content)].some((word) => people.has(word))
  )
}

const namesOf = ({ entities }: RawFact, { known }: Basis): readonly Entity[] => {
  const named = entities
    .map(({ name, type }): Entity => ({ name: lineOf(name, MOST.name), type }))
    .filter(({ name }) => name !== '' && isKnownName(name, known) && !isPromptInjection(name))
  return [...new Map(named.map((each) => [each.name.toLowerCase(), each])).values()].slice(0, MOST.entities)
}

const replies = [...knownOf('replies').values()]
const OPEN = allWordsOf(replies.map(({ open }) => open))
const DENIALS = allWordsOf(replies.map(({ denials }) => denials))
const AROUND = allWordsOf(replies.map(({ around = '' }) => around))
const LONGEST_REPLY = 8
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
    words.length <= LONGEST_REPLY && words.every((word) => OPEN.has(word) || DENIALS.has(word) || AROUND.has(word))
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
const settledClaim = ({ claim, content, aboutPerson }: Claimed, quoted: readonly Quoted[]): Settled | undefined => {
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
