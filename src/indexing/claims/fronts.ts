import { standsAt, type Token } from './tokens.js'
import { words } from './vocabulary.js'

/** What is written down or kept somewhere is so: "in the org chart, …". */
const RECORDS = words(
  `chart list roster rota form register registry records record books book file files system sheet ledger directory calendar timetable schedule map label
  sign scales scale marina harbour ward website homepage wiki intranet database spreadsheet dashboard badge profile
  tracker board catalogue catalog inventory table exchange paperwork passport card`,
)
const BEFORE_RECORD = words(
  `org organisation organization staff phone guest patient class seating price stock stockroom changing locker town city village vet's vet stock kitchen front back
  crew member members membership official internal public company club shift duty time team project room customer client supplier asset equipment the our its
  kitchen bathroom parish harbour rental`,
)
/** They say nothing of when or where. */
const NEUTRAL: readonly (readonly string[])[] = [
  'all in all',
  'counting everybody',
  'counting everyone',
  'all told',
  'taken together',
  'altogether',
  'in dns',
  'in the changing room',
  'in the locker room',
  'if anything breaks',
  'if anything goes wrong',
  'if something breaks',
  'if something goes wrong',
  'in an emergency',
  'in emergencies',
  'by marital status',
  'by trade',
  'by colour',
  "as of today 's handover",
  "as of today 's shift",
  "as of this morning 's round",
  'insgesamt',
  'alles in allem',
  'alles zusammen',
  'im notfall',
  'bei störungen',
  'im organigramm',
].map((phrase) => phrase.split(' '))

/** In tokens. */
const LONGEST = 6

const neutralEnd = (sentence: readonly Token[]): number =>
  NEUTRAL.find((phrase) => standsAt(sentence, phrase))?.length ?? 0

/** Where such a beginning ends: at a comma, or in front of the name or the article that follows its last noun. */
const frontEnd = (sentence: readonly Token[]): number => {
  const comma = sentence.findIndex(({ word }) => word === ',')
  const next = sentence.findIndex(
    ({ word, proper }, i) => i > 2 && RECORDS.has(sentence[i - 1]?.word ?? '') && (proper || BEGINS.has(word)),
  )
  return comma > 0 && comma <= LONGEST ? comma : next
}
const BEGINS = words('my our the')

/** "On the staff list", "in the org chart". */
const recordEnd = (sentence: readonly Token[]): number => {
  const [first, second] = sentence
  if (!/^(?:in|on|at|by)$/.test(first?.word ?? '') || !/^(?:the|our|its)$/.test(second?.word ?? '')) return 0
  const comma = frontEnd(sentence)
  if (comma < 3 || comma > LONGEST) return 0
  const noun = sentence[comma - 1]
  const before = sentence.slice(2, comma - 1)
  const fits = before.every(({ word, proper }) => !proper && (BEFORE_RECORD.has(word) || word === "'s"))
  return noun?.proper === false && RECORDS.has(noun.word) && fits ? comma : 0
}

/** "In terms of mobility", "as far as size goes". */
const respectEnd = (sentence: readonly Token[]): number => {
  const said = sentence
    .slice(0, LONGEST)
    .map(({ word }) => word)
    .join(' ')
  const [found] = /^(?:in terms of [a-z]+|as far as (?:the )?[a-z]+ (?:goes|is concerned)) ?(?=,)/.exec(said) ?? []
  return found === undefined ? 0 : found.trim().split(' ').length
}

const SLEEPS = words('spot place sleeps bedtime bed')
/** "At night, the cat's spot is …", "on school nights, Leo has a bedtime of …": when else. */
const nightEnd = (sentence: readonly Token[]): number => {
  const at = sentence.slice(0, 3).findIndex(({ word }) => word === 'night' || word === 'nights')
  const next = sentence[at + 1]
  const ends = next?.word === ',' || next?.proper === true || BEGINS.has(next?.word ?? '')
  return at > 0 && ends && sentence.some(({ word }) => SLEEPS.has(word)) ? at + 1 : 0
}

/** "At school Ben is in year 5": in which year somebody is there. */
const schoolEnd = (sentence: readonly Token[]): number =>
  /^(?:school|kindergarten|nursery)$/.test(sentence[1]?.word ?? '') &&
  (sentence[2]?.word === ',' || sentence[2]?.proper === true) &&
  sentence.some(({ word }) => IN_SCHOOL.has(word))
    ? 2
    : 0
const IN_SCHOOL = words('year grade class form group')
/** What says how things are, and not what somebody has heard. */
const SOURCES = words(
  `register registry records record credits publisher passport card contract file files roster timetable schedule website homepage label sign map
  certificate deed catalogue catalog directory database dashboard badge licence license manual datasheet invoice receipt statement
  ausweis verlag register grundbuch handelsregister vertrag akte pass reisepass personalausweis impressum fahrplan webseite website homepage aushang
  etikett zeugnis urkunde liste verzeichnis datenblatt abspann handbuch rechnung bescheid display anzeige tabelle`,
)
const KIND = words(
  'official land commercial company staff public id club new current latest league town church civil state our the its his her birth opening closing',
)

/** "According to the register, X": X. "Laut Ausweis ist X Y": what is so now. Null where no record is named. */
const byRecord = (sentence: readonly Token[]): readonly Token[] | null => {
  const [first, second] = sentence
  const english = first?.word === 'according' && second?.word === 'to'
  if (!english && !/^(?:laut|gemäß)$/.test(first?.word ?? '')) return null
  const from = english ? 2 : /^(?:dem|der|den)$/.test(second?.word ?? '') ? 2 : 1
  const at = sentence.findIndex(({ word }, i) => i >= from && SOURCES.has(word))
  if (at < from || at > from + 3 || !sentence.slice(from, at).every(({ word }) => KIND.has(word))) return null
  const behind = sentence[at + 1]
  if (english) return behind?.word === ',' ? sentence.slice(at + 2) : null
  // German goes on with the verb.
  if (first === undefined || behind === undefined || behind.proper) return null
  return [{ ...first, word: 'derzeit', raw: 'Derzeit' }, ...sentence.slice(at + 1)]
}

/** A sentence without a beginning that says nothing about when and where it holds. */
export const withoutFront = (sentence: readonly Token[]): readonly Token[] => {
  const [first] = sentence
  if (first === undefined || !STARTS.has(first.word)) return sentence
  const recorded = byRecord(sentence)
  if (recorded !== null) return recorded
  const end =
    neutralEnd(sentence) || recordEnd(sentence) || respectEnd(sentence) || nightEnd(sentence) || schoolEnd(sentence)
  if (end === 0) return sentence
  const comma = sentence[end]?.word === ','
  const rest = sentence.slice(comma ? end + 1 : end)
  // "All in all X is Y": a comma, or what it is about, behind it.
  return rest.length > 2 ? rest : sentence
}
const STARTS: ReadonlySet<string> = new Set([
  ...NEUTRAL.map(([word = '']) => word),
  'in',
  'on',
  'at',
  'by',
  'as',
  'according',
  'laut',
  'gemäß',
])
