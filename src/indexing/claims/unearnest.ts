import { isSupposed } from './supposed.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** Whether a sentence says by its beginning or its end that it does not hold here and now: sarcasm, a story, another time. */
export const isUnearnest = (sentence: readonly Token[]): boolean =>
  isSarcastic(sentence) || isOfStory(sentence) || isOfAnotherTime(sentence) || isSupposed(sentence)

const CONCEDING = words('sure yeah right klar sicher natürlich logisch jaja logo freilich')
const CONCEDED = /^(?:oh|ah|aha|ja|na|yes|well|of)$/
/** What nobody is, and what never happens. */
const ABSURD =
  /\b(?:pigs?|cows|elephants|fish) (?:can|could|might|may|will|do|have learned to) (?:fly|sing|dance)|\bpigs (?:fly|have wings)|\bwhen pigs fly|\bhell (?:freezes|froze)|\b(?:i am|my (?:cat|dog|mother|grandmother|aunt) is) (?:the )?(?:queen|king|pope|emperor|tsar|napoleon|cleopatra|elvis|santa|superman|batman|tooth fairy|easter bunny|a unicorn|a mermaid|a millionaire|a ballerina)|\b(?:moon is made of|earth is flat|sky is green|santa claus is)|\bschweine (?:können|lernen) (?:ja )?fliegen|\bschweine fliegen|\b(?:ich bin|meine? (?:oma|katze|hund|tante) ist) (?:der|die)? ?(?:kaiser|kaiserin|papst|päpstin|königin|könig|napoleon|elvis|weihnachtsmann|osterhase|einhorn)|\bdie erde ist (?:eine scheibe|flach)|\bder mond ist aus/u

/** "Sure, the boss is Tom, and pigs can fly": what one who agrees goes on with is meant to be as likely. */
const isSarcastic = (sentence: readonly Token[]): boolean => {
  if (sentence.some(({ word }) => ABSURD_WORDS.has(word)) && ABSURD.test(sentence.map(({ word }) => word).join(' ')))
    return true
  const [opening, next] = sentence
  if (!CONCEDING.has(opening?.word ?? '') && !CONCEDED.test(opening?.word ?? '') && next?.word !== 'course')
    return false
  const said = sentence.map(({ word }) => word)
  const first = CONCEDED.test(said[0] ?? '') ? (said[1] === ',' || said[1] === 'course' ? 2 : 1) : 0
  const conceding = CONCEDING.has(said[first] ?? '') || said[1] === 'course'
  if (!conceding || !said.slice(first, first + 3).includes(',')) return false
  const and = said.findIndex((word, i) => i > first + 4 && word === ',' && /^(?:and|und)$/.test(said[i + 1] ?? ''))
  return and > 0 && said.slice(and + 2).some((word) => AUXILIARY.has(word))
}
const ABSURD_WORDS = words(
  `fly sing dance wings hell queen king pope emperor tsar napoleon cleopatra elvis santa superman batman fairy bunny unicorn mermaid millionaire ballerina moon
  earth sky fliegen kaiser kaiserin papst päpstin königin könig weihnachtsmann osterhase einhorn erde mond`,
)
const AUXILIARY = words(
  'is are am can could will have has do does was ist sind bin kann können habe hat haben wird werden',
)

const STORIES = words(
  `story tale novel novella play poem sketch comic cartoon fable fantasy fiction essay screenplay script musical dream nightmare daydream thriller ballad parody satire sitcom soap
  scenario simulation exercise drill rehearsal exam quiz riddle roleplay role-play
  geschichte kurzgeschichte erzählung roman krimi märchen theaterstück gedicht traum albtraum alptraum drehbuch hörspiel fabel novelle satire parodie sketch`,
)
const SHOWN = words('film movie book song game show series opera buch lied spiel film stück comic serie oper')
const ANY = words(
  'a an some one my his her their our your another einer einem meinem meiner seinem seiner ihrem ihrer unserem unserer eurem eurer irgendeinem',
)
const GOES_ON = /^(?:,|by|of|about|from|that|which|called|in|von|vom|des|der|über|aus)$/
/** In tokens. */
const LONGEST_BEFORE_STORY = 5

/** "In a short story by our postman, …": where it is told, with a comma or without. */
const isOfStory = (sentence: readonly Token[]): boolean => {
  const [first, second] = sentence
  if (first === undefined || !/^(?:in|im)$/.test(first.word)) return false
  const head = sentence.slice(0, LONGEST_BEFORE_STORY + 2)
  const story = head.findIndex(({ word }) => STORIES.has(word) || SHOWN.has(word))
  if (story < 1 || story > LONGEST_BEFORE_STORY) return false
  const indefinite = ANY.has(second?.word ?? '')
  const owned = head.slice(0, story).some(({ word }) => word === "'s")
  if (STORIES.has(head[story]?.word ?? '')) return indefinite || owned || GOES_ON.test(head[story + 1]?.word ?? '')
  return indefinite || (owned && GOES_ON.test(head[story + 1]?.word ?? ''))
}

const TO_COME = /^(?:next|coming|following|upcoming|tomorrow|morgen|übermorgen)$|^(?:nächste|kommende|folgende)[nmrs]?$/
const BEGINNING = words('from starting beginning effective come by ab von vom zum seit mit')
/** In tokens: "with effect from the beginning of next year". */
const LONGEST_TIME = 7
const UP_TO = words('until till before bis')
const PAST = words(
  'was were had used did belonged lived worked stood cost paid war waren hatte hatten wurde wurden hieß hiessen lag lagen stand gehörte galt kostete betrug saß wohnte arbeitete lief',
)
const TODAY = words('now today nowadays currently jetzt nun heute inzwischen mittlerweile since seither but aber')
const LONG_AGO =
  /^(?:(?:many |some |several |a few |two |three |ten )?(?:years|decades|months|ages|weeks) ago|long ago|in the past|back then|back in|in those days|in the old days|once upon|vor (?:vielen |einigen |langen )?(?:jahren|jahrzehnten|monaten)|vor langer zeit|in der vergangenheit|seinerzeit|bis vor)\b/

const AT_A_TIME: ReadonlySet<string> = new Set([
  ...BEGINNING,
  ...UP_TO,
  ...words(
    'as with years decades months ages weeks many some several a few two three ten long in back once vor seinerzeit',
  ),
])

/** "From next month on, …" is not so yet, "until last spring it was …" no longer. */
const isOfAnotherTime = (sentence: readonly Token[]): boolean => {
  if (!AT_A_TIME.has(sentence[0]?.word ?? '')) return false
  const said = sentence.map(({ word }) => word)
  const asOf = said[0] === 'as' && /^(?:of|from)$/.test(said[1] ?? '')
  if (asOf || BEGINNING.has(said[0] ?? '') || (said[0] === 'with' && said[1] === 'effect')) {
    const head = said.slice(1, LONGEST_TIME)
    const end = head.findIndex((word) => TO_COME.test(word))
    if (end >= 0 && !head.slice(0, end).some((word) => word === ','))
      return isTime(said[end + 2]) || /^(?:tomorrow|morgen|übermorgen)$/.test(head[end] ?? '')
  }
  const past = UP_TO.has(said[0] ?? '') || LONG_AGO.test(said.slice(0, LONGEST_TIME).join(' '))
  return past && said.some((word) => PAST.has(word)) && !said.some((word) => TODAY.has(word))
}
const isTime = (word: string | undefined): boolean =>
  /^(?:week|month|year|quarter|season|term|semester|spring|summer|autumn|fall|winter|.+day|january|february|march|april|may|june|july|august|september|october|november|december|woche|monat|monats|jahr|jahres|quartal|saison|halbjahr|semester|frühjahr|frühling|sommer|herbst|winter|.+tag|mittwoch|januar|februar|märz|mai|juni|juli|oktober|dezember)s?$/.test(
    word ?? '',
  )
