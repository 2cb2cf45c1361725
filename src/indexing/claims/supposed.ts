import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** In tokens. */
const LONGEST_FRONT = 9

/** What is told by somebody or made up, by what it is called. */
const TALES = words(
  `rumour rumours rumor rumors gossip hearsay legend myth horoscope grapevine whisper whispers proverb adage misconception superstition folklore hoax prank hypothesis assumption supposition conjecture speculation
  gerücht gerüchte gerüchts gerüchten gerede legende sage mythos horoskop flurfunk buschfunk sprichwort volksmund redensart aberglaube vermutung mutmaßung spekulation annahme hypothese verdacht
  gefühl bauchgefühl ahnung tipp befürchtung hoffnung wunschtraum wunschdenken idee vorschlag traum witz scherz aprilscherz lüge gedankenspiel planspiel zeitungsente`,
)
/** Verbs of saying, believing and supposing, with which a front may begin or end. */
const SUPPOSES = words(
  `schätzt mutmaßt tippe fürchte hoffe schätze bezweifle wette ahne wünschte behaupte träume träumte munkelt munkeln mutmaße spekuliere besagt besagen raune raunt erzählen behaupten`,
)
/** "Nehmen wir an, …", "stell dir vor, …", "gesetzt den Fall, …". */
const ASSUMES =
  /^(?:(?:nehmen|gehen|stellen|setzen|spielen|tun|denken|unterstellen|sagen|träumen|fantasieren) wir|(?:nimm|nehmt|stell|stellt|denk|denkt) (?:mal|einmal|einfach|dir|euch|doch)|gesetzt (?:den|der) fall|(?:rein )?(?:hypothetisch|theoretisch)(?: gesprochen| betrachtet| gesehen)?|(?:let us|let's|lets) (?:just )?(?:say|assume|suppose|imagine|pretend|picture)|picture (?:this|that|it)|for (?:the sake of argument|argument 's sake)|(?:as|like) (?:they say|the saying goes|the story goes|people say)|in (?:theory|jest)|april fools?|vorgeschlagen (?:wurde|wird|ist)|gut möglich|durchaus möglich|es ist (?:denkbar|möglich|vorstellbar)|nur mal so gesponnen)\b/u
/** "Tom bildet sich ein, …". */
const CONCEIVES =
  /(?:bildet|bilden|redet|reden) sich .*ein$|(?:der|das|sein|ihr|mein|unser)e? (?:\p{L}+ )?wunsch ist$|(?:der|unser|mein) plan ist$/u
const MADE = words('demo sample mock dummy fake fictional fictitious made-up pretend toy hypothetical alternative')

const STARTS_ASSUMING = words(
  `nehmen gehen stellen setzen spielen tun denken unterstellen sagen träumen fantasieren nimm nehmt stell stellt denk denkt gesetzt rein
  hypothetisch theoretisch let let's lets picture for as like in april vorgeschlagen gut durchaus es nur`,
)

/** Where the front of a sentence ends: at its first comma or colon, or in front of "that"; -1 where it has none. */
const frontEnd = (sentence: readonly Token[]): number => {
  for (let at = 1; at < sentence.length && at <= LONGEST_FRONT; at++) {
    const word = sentence[at]?.word
    if (word === ',' || word === ':' || word === 'that' || word === 'dass') return at
  }
  return -1
}

/**
 * Whether a sentence sets what it tells apart from fact in front of it: as a rumour ("Es geht das Gerücht um, …"), a supposition ("Let's
 * assume, …"), a saying, a dream or a plan.
 */
export const isSupposed = (sentence: readonly Token[]): boolean => {
  const end = frontEnd(sentence)
  if (end < 0) return false
  const front = sentence.slice(0, end)
  if (front.some(({ word }) => TALES.has(word) || (SUPPOSES.has(word) && word !== sentence[end + 1]?.word))) return true
  const [first] = front
  if (first === undefined) return false
  const placed = /^(?:in|for|on|im|fürs?)$/.test(first.word)
  if (placed && front.some(({ word }) => MADE.has(word))) return true
  const said = front.map(({ word }) => word).join(' ')
  return (STARTS_ASSUMING.has(first.word) && ASSUMES.test(said)) || CONCEIVES.test(said)
}
