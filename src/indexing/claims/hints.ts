import { mayBecome } from './becoming.js'
import { frameVerbAt } from './frame-verbs.js'
import { UNNAMED } from './names.js'
import { OF_A_KIND } from './not-one.js'
import type { Patterns } from './pattern.js'
import { PLACE_NAMES } from './places.js'
import { isKept, isVerbOfPlace } from './spots.js'
import { STATE_WORDS, TELLS_STATE } from './states.js'
import type { Token } from './tokens.js'
import { CONDITIONS, DIETS, KEPT, MARITAL, OCCUPATIONS, POSITIONS, PREMISES, STANDING, words } from './vocabulary.js'
import { isBesideWord, isPlaceWord } from './whereabouts.js'

/** Words that most texts hold. */
const USUAL = words(
  `a an the is are am was were be been being has have had do does did it that this these those there i we you he she they my our your his
  her its their of in at on for to from with by as and or but who whom which where what when not no new so up out over back down got gotten
  make get gets part than then can will just one well all about 's good great time like know see go come really think , :
  der die das den dem des ein eine einen ist sind bin war wird wurde hat habe haben mein meine meinen unser und oder von für in bei auf zu zum
  zur an am im mit als nicht ich wir er sie es du so auch aus nach um vom`,
)

/** What the ways to say something whose words are all usual ask for in their places. */
const IN_PLACES: readonly string[] = [
  ...[...MARITAL.keys(), ...DIETS.keys(), ...CONDITIONS].flatMap((phrase) => phrase.split(' ')),
  ...PREMISES,
  ...words(
    'silver gold maroon navy cream beige turquoise white black blue orange purple pink brown grey gray violet standby',
  ),
  ...words('bedbound bedridden housebound wheelchair-dependent wheelchair-bound mobile'),
  ...words('left-handed right-handed ambidextrous left-hander right-hander lefty southpaw left-footed right-footed'),
  ...words('orm linter formatter bundler shell terminal ide vcs paketmanager'),
  ...OCCUPATIONS,
  ...POSITIONS,
  ...KEPT,
  ...STANDING,
  ...PLACE_NAMES.filter((name) => !name.includes(' ')),
  ...words(`four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty
    fifty sixty seventy eighty ninety vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig
    january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
    januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag`),
].filter((word) => !USUAL.has(word))

/** Collects, for each way from the root, the words of its first place that is not usual. */
const collect = (node: Patterns<unknown>, hints: Set<string>): void => {
  for (const [piece, child] of node.sets) {
    const all = piece.split('/')
    for (const word of all) if (!USUAL.has(word)) hints.add(word)
    if (all.some((word) => USUAL.has(word))) collect(child, hints)
  }
  for (const [slot, child] of node.slots) if (slot !== 'N') collect(child, hints)
}

/** Words of which every text with a claim, a correction or a withdrawal holds at least one, or a digit. */
export const hintsOf = (
  patterns: Patterns<unknown>,
  nouns: Iterable<string>,
  followUps: Iterable<string>,
): ReadonlySet<string> => {
  const hints = new Set<string>([...IN_PLACES, ...nouns, ...OF_A_KIND, 'go-to'])
  collect(patterns, hints)
  for (const word of followUps) if (!USUAL.has(word)) hints.add(word)
  return hints
}

/** "The patron of Leeds": a noun of which there is one, whatever it is. */
const DEFINITE =
  /\b(?:[Tt]he|as) (?:[a-z-]+ ){1,3}of (?:the )?\p{Lu}|(?:['’]s|\b[Mm]y|\b[Oo]ur) (?:[A-Za-z-]+ ){1,4}is (?:the |an? )?\p{Lu}|\p{Lu}\p{Ll}+ is (?:my|our) [a-z]|\bis (?:[a-z]+ed )?by (?:the )?\p{Lu}/u

/** The same in German, where a text holds one of the words that it has to hold: "der Patron von Leeds", "als Patron gilt", "ist Annas Patron". */
const GERMAN_WORDS = [
  ' ist ',
  ' heißt ',
  ' lautet ',
  ' von ',
  ' vom ',
  ' der ',
  ' des ',
  ' für ',
  ' bei',
  ' zu',
  ' hat ',
  ' nutzt ',
  ' trägt ',
  ' führt ',
  ' verwendet ',
  ' dient ',
  ' im ',
]
const GERMAN_DEFINITE =
  /\b(?:[Dd](?:er|ie|as)|[Mm]eine?|[Uu]nsere?) (?:\p{Ll}+ )?[\p{Lu}-][\p{L}-]+ (?:von|vom|des|der|ist|heißt|für|bei|beim|im|zu|zur)\b|\b[Aa]ls \p{Lu}[\p{L}-]+ (?:von|vom|des|der|für|bei|dient|hat|nutzt)\b|\b(?:hat|nutzt|trägt|führt|verwendet) (?:\p{Lu}[\p{L}. ]+ als|den|die|das) \p{Lu}|\p{Ll}s \p{Lu}[\p{L}-]{6,} (?:ist|heißt|lautet)\b|\bist .+ (?:der|die|das) \p{Lu}[\p{L}-]{6,}[.!]?$|\b(?:ist|wird) von \p{Lu}|^\p{Lu}[\p{L}-]{3,} (?:von|vom|des|der) (?:\p{L}+ )?\p{Lu}/u
const isGermanDefinite = (text: string): boolean =>
  GERMAN_WORDS.some((word) => text.includes(word)) && GERMAN_DEFINITE.test(text)

/** "The guide of the castle is Sara", "writes its logs to Kafka": told anew in the same words. */
const FRAMED =
  /\b(?:[Tt]he|[Dd](?:er|ie|as)) [\p{L}-]+(?: [\p{L}-]+)? (?:of|for|in|on|der|des|vom|von|für|im) (?:[\p{L}'’-]+ ){1,4}(?:is|ist) |\b(?:changed|switched|set) to |\p{L}s (?:its [\p{L} ]{3,20} )?(?:to|on|in|at|with) \p{Lu}|\p{L}t \p{L}+ \p{Lu}/u

/** "The ladder is kept in the attic". */
const PLACED =
  /\b(?:is|are|stands|sits|lies|hangs|lives|sleeps|belongs|place|spot|kept|stored|located|ist|sind|liegt|steht|hängt|sich|wird) (?:\p{Ll}+ )?(?:in|on|under|behind|at|beside|next to|with|above|below|inside|auf|unter|hinter|neben|an|über|im|am) (?:(?:the|my|our|de[rmn]|das|die) )?[\p{L}-]+|\b(?:location|place|spot|whereabouts)\b|\b(?:[Ww]e|[Yy]ou) (?:keep|find|store|park|stow) the /u

/** "report-generator is down". */
const CODED = /^(?:.{0,30}[:,] )?[a-z]+(?:[-_][a-z\d]+)+ (?:is|ist) /u

const PARTS = /[\s.,;:!?"“”„«»()…—–]+/u

/** Whether a text may make a claim: a cheap filter, since many texts make none. */
export const mayClaim = (text: string, all: readonly ReadonlySet<string>[]): boolean =>
  // Most texts that pass do so by a word, so words are looked for first.
  /\d/.test(text) || hasHint(text, all) || looksDefinite(text)

const hasHint = (text: string, all: readonly ReadonlySet<string>[]): boolean => {
  for (const part of text.toLowerCase().split(PARTS)) {
    if (all.some((hints) => hints.has(part))) return true
    const mark = part.search(/['’]/)
    if (mark > 0 && all.some((hints) => hints.has(part.slice(0, mark)))) return true
    if (part.startsWith('lieblings')) return true
  }
  return false
}

const looksDefinite = (text: string): boolean =>
  CODED.test(text) ||
  DEFINITE.test(text) ||
  isGermanDefinite(text) ||
  FRAMED.test(text) ||
  TELLS_STATE.test(text) ||
  PLACED.test(text)

const OWNING = words("'s my our")
const GERMAN_OWNING = words('von vom des der für bei beim als')
const GERMAN_MINE = words('mein meine unser unsere')

/** Whether a noun stands behind a token, and a name behind that or in front. */
const isNamed = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.proper === false && (tokens[0]?.proper === true || tokens.slice(at + 2).some(({ proper }) => proper))

/** All of the words that tell something only by what stands around them. */
const LINKING: ReadonlySet<string> = new Set([
  ...['of', 'by', ...OWNING, ...GERMAN_OWNING, ...GERMAN_MINE],
  ...words('hat nutzt trägt führt verwendet besitzt ist heißt lautet'),
])

/** As `mayClaim`, for a part of a text. */
export const tells = (tokens: readonly Token[], hints: ReadonlySet<string>): boolean =>
  tokens.some(
    ({ word, proper }, at) =>
      hints.has(word) ||
      (proper && /\d/.test(word)) ||
      word.startsWith('lieblings') ||
      (/^[a-z]+(?:[-_][a-z\d]+)+$/.test(word) && /^(?:is|ist)$/.test(tokens[at + 1]?.word ?? '')) ||
      (LINKING.has(word) && links(tokens, at)),
  )

const links = (tokens: readonly Token[], at: number): boolean => {
  const word = tokens[at]?.word ?? ''
  const isNameNext = tokens[at + 1]?.proper === true || tokens[at + 2]?.proper === true
  if (word === 'of') return isNameNext
  if (word === 'by') return tokens[at - 1]?.proper === false && isNameNext
  if (OWNING.has(word)) return isNamed(tokens, at)
  if (GERMAN_OWNING.has(word)) return tokens[at - 1]?.proper === true || (isNameNext && tokens[at - 1]?.word === 'wird')
  if (GERMAN_MINE.has(word)) return tokens[at + 1]?.proper === true
  return GERMAN_IS.has(word) ? isOwnedOrMade(tokens, at) : tokens[at + 2]?.proper === true
}

const GERMAN_IS = words('ist heißt lautet')
/** "Annas Trainerin ist", "ist von Anna", "ist Anna die Trainerin". */
const isOwnedOrMade = (tokens: readonly Token[], is: number): boolean =>
  (tokens[is - 1]?.proper === true && tokens[is - 2]?.proper === true && tokens[is - 2]?.word.endsWith('s') === true) ||
  (tokens[is + 1]?.word === 'von' && tokens[is + 2]?.proper === true) ||
  (tokens.at(-1)?.proper === true && /^(?:der|die|das)$/.test(tokens.at(-2)?.word ?? '') && tokens.length - 2 > is + 1)

/** In tokens. */
const LONGEST_FRAMED = 18
/** In tokens: "the place for the spare key to the hut". */
const LONGEST_BEFORE = 9
const TELLING = words('a an set changed switched')

/** Whether a part of a text may be known by its own words: something named, the verb of a state, and what may be a value. */
export const mayFrame = (tokens: readonly Token[]): boolean => {
  const [first] = tokens
  if (first === undefined || tokens.length > LONGEST_FRAMED) return false
  if ((first.word === 'i' || UNNAMED.has(first.word)) && !isKept(tokens)) return false
  let verb = 1
  while (
    verb <= LONGEST_BEFORE &&
    frameVerbAt(tokens[verb]) === undefined &&
    !mayBecome(tokens[verb]) &&
    !isVerbOfPlace(tokens[verb])
  )
    verb++
  return (
    verb <= LONGEST_BEFORE &&
    tokens.some(
      ({ proper, word }, i) =>
        i > verb && (proper || TELLING.has(word) || STATE_WORDS.has(word) || isPlaceWord(word) || isBesideWord(word)),
    )
  )
}
