import { ARTICLES, isTelling, nameKey, textOf, VERBS } from './names.js'
import { normalised } from './normalise.js'
import type { Needs } from './statement.js'
import type { Token } from './tokens.js'
import { EVENT, words } from './vocabulary.js'

/** Whom a statement is about. */
export type Subject = {
  readonly key: string
  readonly is: 'speaker' | 'relative' | 'belonging' | 'named'
  /** `change` where there may be several such: "my brother", "the report". */
  readonly needs: Needs
}

const SPEAKER = words('i we ich wir')
const AMONG = /^(?:zu|zum|zur|unter|neben|außer|ohne|gegen|für|auf|bei|beim|als|mit|aus)$/
const MY = words('my our mein meine meinen meinem meiner meines unser unsere unseren unserem unserer unseres')

const ONE_EACH: Readonly<Record<string, string>> = {
  mother: 'mother mom mum mama mutter mami',
  father: 'father dad papa vater papi',
  'mother-in-law': 'mother-in-law schwiegermutter',
  'father-in-law': 'father-in-law schwiegervater',
  stepmother: 'stepmother step-mother stiefmutter',
  stepfather: 'stepfather step-father stiefvater',
  wife: 'wife frau ehefrau',
  husband: 'husband mann ehemann',
  partner: 'partner partnerin',
  girlfriend: 'girlfriend',
  boyfriend: 'boyfriend',
  fiance: 'fiancé fiancée fiance fiancee verlobte verlobter verlobten',
  boss: 'boss manager chef chefin vorgesetzter vorgesetzte',
  landlord: 'landlord landlady vermieter vermieterin',
  doctor: 'doctor gp arzt ärztin hausarzt hausärztin',
  dentist: 'dentist zahnarzt zahnärztin',
}
const SEVERAL: Readonly<Record<string, string>> = {
  sister: 'sister schwester',
  brother: 'brother bruder',
  son: 'son sohn',
  daughter: 'daughter tochter',
  child: 'child kid baby kind',
  friend: 'friend freund freundin bestie',
  cousin: 'cousin cousine',
  uncle: 'uncle onkel',
  aunt: 'aunt tante',
  grandmother: 'grandmother grandma gran oma großmutter',
  grandfather: 'grandfather grandpa opa großvater',
  niece: 'niece nichte',
  nephew: 'nephew neffe',
  neighbour: 'neighbour neighbor nachbar nachbarin',
  colleague: 'colleague coworker co-worker kollege kollegin kollegen',
  roommate: 'roommate flatmate housemate mitbewohner mitbewohnerin',
  dog: 'dog puppy hund hündin hunde hundes',
  cat: 'cat kitten kater katze',
  pet: 'pet hamster rabbit bunny parrot horse kaninchen papagei pferd haustier',
}
const keysOf = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([key, all]) => all.split(' ').map((word) => [word, key] as const)))
const oneEach = keysOf(ONE_EACH)
const several = keysOf(SEVERAL)

/** Whether a word is one for a relative or a companion. */
export const isKin = (word: string): boolean => oneEach.has(word) || several.has(word)

/** What is behind "my": "sister", "older brother", "dentist appointment". */
const owned = (
  tokens: readonly Token[],
  from: number,
  to: number,
): { kin: string | undefined; needs: Needs; key: string } => {
  const last = tokens[to - 1]?.word ?? ''
  const kin = oneEach.get(last) ?? several.get(last)
  const before = textOf(tokens, from, to - 1)
  const key = normalised(`${before} ${kin ?? last}`)
  return { kin, needs: several.has(last) ? 'change' : 'nothing', key }
}

/** The subject that a range of tokens names, said by `speaker` ('' without a name); null if it names none. */
export const subjectOf = (
  tokens: readonly Token[],
  [from, to]: readonly [number, number],
  speaker: string,
): Subject | null => {
  const first = tokens[from]
  const last = tokens[to - 1]
  if (first === undefined || last === undefined || to - from > 12) return null
  const one = to - from === 1
  // "Zum Vorstand von X gehört Y": what somebody is one of.
  if ((AMONG.test(first.word) && !isInName(tokens, from)) || isSomeOf(tokens, from)) return null
  if (SPEAKER.has(first.word)) return one ? { key: speaker, is: 'speaker', needs: 'nothing' } : null
  if (isWithMe(tokens, from, to)) return { key: speaker, is: 'speaker', needs: 'nothing' }
  const whose = speaker === '' ? 'user' : speaker
  if (MY.has(first.word)) return belonging(tokens, [from + 1, to], whose)
  const genitive = tokens.slice(from, to).findLastIndex(({ word }) => word === "'s")
  // "The Ferryman's Son": a title.
  if (genitive > 0 && several.has(last.word) && genitive === to - from - 2 && !/^\p{Lu}/u.test(last.raw)) {
    const key = nameKey(tokens, from, from + genitive)
    const kin = several.get(last.word) ?? ''
    return key === null ? null : { key: `${kin} of ${key}`, is: 'named', needs: 'change' }
  }
  const named = tokens.slice(from, to)
  // "Harald I" is no speaker.
  if (named.some(({ word }, i) => MY.has(word) || (SPEAKER.has(word) && !(word === 'i' && named[i - 1]?.proper))))
    return null
  const key = ofForm(nameKey(tokens, from, to))
  if (key === null || key === '') return null
  const definite = ARTICLES.has(first.word) && !isTelling(tokens, from, to)
  // "The report": which one. "The staging server" is one.
  const which = definite && !key.includes(' ') && !isCompound(key) && !ROOMS.has(key)
  return { key, is: 'named', needs: which ? 'change' : 'nothing' }
}

/** "At Zum Anker": a capital within a sentence. */
const isInName = (tokens: readonly Token[], at: number): boolean => at > 0 && /^\p{Lu}/u.test(tokens[at]?.raw ?? '')

/** A house has one of these rooms, and a team one of these meetings. */
const ROOMS = words(
  `kitchen bathroom bedroom hall hallway attic cellar basement garage garden pantry nursery conservatory loft lobby canteen greenhouse kuche bad schlafzimmer
  wohnzimmer flur keller dachboden garage garten wintergarten kantine gewachshaus kinderzimmer esszimmer retro standup stand-up all-hands retrospective jour-fixe`,
)

/** "Part of X is written in Go": of another part it may be something else. */
const isSomeOf = (tokens: readonly Token[], from: number): boolean => {
  const at = /^(?:a|an|the|ein|der)$/.test(tokens[from]?.word ?? '') ? from + 1 : from
  return (
    /^(?:parts?|half|most|some|much|bits?|pieces?|one|any|many|several|few|teile?|hälfte|einige|eine[rs]?)$/.test(
      tokens[at]?.word ?? '',
    ) && /^(?:of|von|der|des|vom)$/.test(tokens[at + 1]?.word ?? '')
  )
}

/** "Anna's car" is the car of Anna. */
const ofForm = (key: string | null): string | null => {
  if (key === null) return null
  const [, before = '', owner, thing] = /^(.* of )?(.+?)'s (.+)$/u.exec(key) ?? []
  const plain = owner === undefined || thing === undefined ? key : `${before}${thing} of ${owner}`
  return plain === key ? key.replaceAll(' of the ', ' of ') : ofForm(plain)
}

/** "Die Vorstandssitzung" is as much of a name as "the board meeting". */
const isCompound = (key: string): boolean => key.length >= 9 && EVENT.test(key)

/** "Lou and I", "ich und Lou". */
const isWithMe = (tokens: readonly Token[], from: number, to: number): boolean => {
  const mine = tokens[to - 1]?.word === 'i' || tokens[to - 1]?.word === 'ich'
  const and = tokens[to - 2]?.word
  return mine && to - from > 2 && to - from <= 5 && (and === 'and' || and === 'und')
}

const belonging = (tokens: readonly Token[], [from, to]: readonly [number, number], whose: string): Subject | null => {
  if (to <= from || to - from > 6) return null
  const slice = tokens.slice(from, to)
  if (slice.some(({ word }) => !/^[\p{L}\p{N}&'.-]+$/u.test(word) || MY.has(word) || VERBS.has(word))) return null
  const last = slice.at(-1)
  // "my cousin Felix" is Felix.
  const kinAt = slice.findIndex(({ word }) => oneEach.has(word) || several.has(word))
  if (kinAt >= 0 && kinAt < slice.length - 1 && slice.slice(kinAt + 1).every(({ proper }) => proper))
    return { key: normalised(textOf(tokens, from + kinAt + 1, to)), is: 'named', needs: 'nothing' }
  const genitive = slice.findLastIndex(({ word }) => word === "'s")
  if (genitive > 0 && genitive < slice.length - 1) {
    const { key, kin } = owned(tokens, from + genitive + 1, to)
    const whom = owned(tokens, from, from + genitive)
    return { key: `${key} of ${whom.key} of ${whose}`, is: kin ? 'relative' : 'belonging', needs: 'change' }
  }
  if (last?.word === "'s") return null
  const { kin, key, needs } = owned(tokens, from, to)
  return { key: `${key} of ${whose}`, is: kin === undefined ? 'belonging' : 'relative', needs }
}
