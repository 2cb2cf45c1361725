import { USES } from './frame-verbs.js'
import { isManyGerman } from './german/not-one.js'
import { NOT_ONE, NOT_ONE_OWNED } from './not-one.js'
import type { Predicate } from './predicates.js'
import type { Needs } from './statement.js'
import { isColour } from './states.js'
import type { Subject } from './subject.js'
import type { Token } from './tokens.js'
import { EVENT, EVENTS, isOccupation, RECURRING, VAGUE, words } from './vocabulary.js'
import { isPlaceWord } from './whereabouts.js'

export const PREPOSITIONS = words(
  `of for in on at to with under above near behind inside from by about into over between through during von vom des der für in im auf am an
  zum zur bei mit unter über aus nach vor seit`,
)

const DETERMINERS = words('the my our der die das mein meine unser unsere')

/** What is so of one place, person or firm at a time. */
const STATIVE =
  /^is (?:by|(?:registered|enrolled|domiciled|incorporated|tuned|pinned|assigned|allocated|billed|insured|mortgaged|addressed|signed|contracted|apprenticed|seconded|posted|tethered|bound|mapped|routed|redirected|forwarded|synced|paired|linked|chained|wired|kept|stored|located|placed|housed|stationed|moored|docked|berthed|parked|garaged|archived|filed|hosted|licensed|listed|mounted|installed|attached|plugged|set|configured|denominated|priced|quoted|backed up|charged|reserved|booked|deployed|promised|entrusted|subscribed|locked|anchored|delegated|sublet|leased|let|loaned|lent|rented) (?:in|at|on|with|to|under|into|out to)|(?:audited|catered|cleaned|taught|narrated|chaired|headed|managed|operated|maintained|serviced|supervised|overseen|guarded|patrolled|administered|looked after|cared for|staffed|financed|heated|powered|fuelled|driven|flown|piloted|skippered|steered|tended|trained|occupied) (?:by|with)) @$/u

const BYGONE =
  /^(?:ehemalig|designiert|künftig|zukünftig|kommend|kommissarisch|angeblich|mutmaßlich|geplant|früher|stellvertretend|vorig|vergangen|nächst)\p{L}*$|^(?:weiter|ander|erst|zweit|dritt)e[rnsm]?$/u

/** Of several such things, and of what is so on one occasion, another value says nothing unless it tells a change. */
export const needsOf = (said: readonly Token[], subject: Subject, predicate: Predicate): Needs | null => {
  const about = aboutOf(said)
  const { thing, several, recurs } = about
  const { verb, kind, key } = predicate
  if (thing.some(({ word }) => VAGUE.has(word) || BYGONE.test(word))) return null
  if (kind === 'place')
    return needsOfPlace(about, said, predicate.value) ?? (predicate.usual === true ? subject.needs : null)
  const stative = kind === 'name' && STATIVE.test(key) && subject.needs === 'nothing'
  if (kind === 'name' && USES.has(verb.lemma)) return 'former'
  // "The Thursday yoga class is taught by Anna": of these words there is one.
  if (kind === 'name' && several && !(stative && thing.length > LONGEST_OF_MANY)) return null
  if (stative) return 'nothing'
  if (kind === 'name' && key === 'is @' && isOneOffice(about, said)) return subject.needs
  const determined = DETERMINERS.has(said[0]?.word ?? '')
  // "Tom runs at 6": who, and not what.
  const bare = !determined && said.every(({ proper }) => proper)
  if (kind === 'noun' || (kind === 'name' && bare)) return 'former'
  // "Has port 80 open", "has 3 seats free": some of several.
  if (OF_SEVERAL.test(key)) return null
  // "Tickets cost 12 euros": for what.
  const plural = verb.plural && about.end < 0 && !determined
  if (kind === 'state' && !verb.german && isLasting(said, key) && !several && !recurs && !plural) return subject.needs
  if (kind === 'name' || kind === 'state') return 'change'
  const loose =
    verb.loosely || several || recurs || plural || (bare && (kind === 'time' || verb.busy || key.startsWith('is #')))
  return loose ? 'change' : subject.needs
}

/** In tokens, with the article. */
const LONGEST_OF_MANY = 3

type About = {
  /** The noun with what stands in front of it, and where that ends: -1 where nothing stands behind it. */
  readonly thing: readonly Token[]
  readonly end: number
  readonly head: string
  /** Whether there may be several such, and whether it is held again and again. */
  readonly several: boolean
  readonly recurs: boolean
}

const aboutOf = (said: readonly Token[]): About => {
  const end = said.findIndex(({ word }, i) => i > 0 && PREPOSITIONS.has(word))
  const thing = said.slice(0, end < 0 ? said.length : end)
  const head = thing.at(-1)?.word ?? ''
  const several = NOT_ONE.has(head) || NOT_ONE_OWNED.has(head) || isManyGerman(head)
  const recurs = thing.some(({ word }) => EVENTS.has(word) || RECURRING.has(word) || EVENT.test(word))
  return { thing, end, head, several, recurs }
}

const FOR = words('of for to von vom des der für zu zum zur')
const HOUSED = words('at in on im bei beim am in auf')
const ANYBODY = words(
  'man woman boy girl person guy lady kid baby one lot people stand-in replacement substitute alternative backup cover mann frau junge mädchen kerl person mensch dame herr',
)
const OCCASION = words(
  'day week month year season evening night moment hour tages woche monats jahres saison abends stunde',
)

/** "The night guard of the depot is Anna", "Holm's ambassador to Spain is Anna": of that there is one at a time, and it names who or what. */
const isOneOffice = ({ thing, end, head, recurs }: About, said: readonly Token[]): boolean => {
  const owner = thing.findIndex(({ word }) => word === "'s")
  if (recurs || ANYBODY.has(head) || OCCASION.has(said.at(-1)?.word ?? '') || thing.at(-1)?.proper === isEnglish(said))
    return false
  if (owner > 0 && owner < thing.length - 1) return true
  if (!DETERMINERS.has(said[0]?.word ?? '') || thing.length < 2 || end < 0) return false
  // "The cook at the Elm Inn": of one house.
  const housed = HOUSED.has(said[end]?.word ?? '') && said.slice(end).some(({ proper }) => proper)
  return FOR.has(said[end]?.word ?? '') || housed
}

const isEnglish = (said: readonly Token[]): boolean => !/^(?:der|die|das|meine?|unsere?)$/.test(said[0]?.word ?? '')

/** In characters, more than most single nouns have. */
const LONG = 10

/** Those who move about, and what there is more of elsewhere. */
const LIVING = words(
  `dog cat horse pony parrot rabbit hamster puppy kitten bird cow goat sheep baby boy girl man woman guy lady person people kids children family team class guest
  visitor wine beer milk water bread food cheese luggage money rubbish post mail laundry stuff bus train car van truck taxi lorry bike bicycle boat ship plane hund katze pferd vogel kuh ziege schaf baby junge mädchen mann frau leute kinder
  familie mannschaft klasse gast bus zug auto wagen lkw taxi rad fahrrad boot schiff flugzeug chef chefin`,
)

/** "cache-north", "nas2". */
const CODE = /^[a-z]+(?:[-_][a-z\d]+)+$|^[a-z]+\d+$/u

/** What such a statement about a place needs; null where it says nothing that lasts. */
export const needsInPlace = (said: readonly Token[], value: string): Needs | null =>
  needsOfPlace(aboutOf(said), said, value)

/** Of these there are several at once: the inn is next to the church and behind the station. */
const BY_LANDMARK = /^(?:next to|beside|in front of|behind|close to|near|opposite|neben|hinter|vor) /u
const ASSIGNED = /^(?:bed|berth|bay|locker|pitch|stall|kennel) \p{L}?\d{1,4}\p{L}?$/u
const PREMISES = words('house shop bank cafe café restaurant pub store market kiosk inn haus laden markt')

const isByLandmark = ({ thing, head }: About, value: string): boolean =>
  BY_LANDMARK.test(value) && (PREMISES.has(head) || isPlaceWord(head) || thing.slice(1).every(({ proper }) => proper))

/** A thing stays where it was put; of somebody, and of what there may be many, only a change tells where it is now. */
const needsOfPlace = (about: About, said: readonly Token[], value: string): Needs | null => {
  const { thing, end, head, several, recurs } = about
  // "Mr Lund lies in bed 9": it is his.
  if (ASSIGNED.test(value) && !recurs) return 'nothing'
  if (isByLandmark(about, value)) return null
  const name = thing.every(({ proper }) => proper) && !DETERMINERS.has(said[0]?.word ?? '')
  const coded = /^\p{Lu}{1,3}-?\d{1,4}$/u.test(thing.at(-1)?.raw ?? '') && thing.length === 2
  if (coded) return LIVING.has(thing[0]?.word ?? '') ? null : 'nothing'
  // "Anna is in the garden": she will not stay there.
  if (name || CODE.test(head)) return thing.length === 1 && CODE.test(head) ? 'nothing' : null
  const owned = thing.some(({ word }) => word === "'s")
  if (!DETERMINERS.has(said[0]?.word ?? '') && !owned) return null
  if (isOccupation(head)) return null
  const short = thing.length < 3
  if (short && !owned && BY_LANDMARK.test(value)) return 'change'
  // German writes two nouns as one.
  // "The key for the bike shed".
  const one = !short || head.length > LONG || FOR.has(said[end]?.word ?? '')
  return LIVING.has(head) || recurs || (!one && several) ? 'change' : 'nothing'
}

const OF_SEVERAL = /# (?:.+ )?(?:open|free|closed|blocked|available|left|taken)$/u
const SHOWS = words('light lights lamp led signal indicator')

/** "The robot mower is switched on", but not "the mower": of that there is one, which is one or the other. */
const isLasting = (said: readonly Token[], key: string): boolean =>
  !isColour(key.replace(/^is /, '')) && said.length > 2 && !said.some(({ word }) => SHOWS.has(word))
