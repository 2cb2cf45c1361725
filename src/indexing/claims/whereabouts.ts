import { ARTICLES, isSeveral, UNNAMED, VERBS } from './names.js'
import { normalised } from './normalise.js'
import { standsAt, type Token } from './tokens.js'
import { words } from './vocabulary.js'

/** Where a thing is put, by the last word for it. */
const PLACES = words(
  `attic loft cellar basement crypt garage carport shed barn stable stables hut hangar silo outhouse annexe annex outbuilding kitchen hall hallway corridor
  passage lobby foyer vestibule porch landing stairs staircase stairwell closet cupboard wardrobe drawer chest trunk crate bin basket bucket
  cabinet shelf shelves bookcase bookshelf sideboard dresser counter desk bench table nightstand mantelpiece safe vault strongbox locker rack
  pantry larder fridge freezer oven sink bathroom bedroom classroom storeroom cloakroom showroom ballroom staffroom boardroom lunchroom
  sickroom playroom workroom darkroom storage laundry nursery lounge study den office lab laboratory workshop studio library archive archives warehouse depot
  store storehouse room rooms ward theatre gym sauna pool garden yard backyard courtyard driveway lawn terrace patio balcony roof greenhouse
  conservatory orchard field meadow paddock pen kennel cage coop aviary hutch tank aquarium pond marina harbour harbor dock pier quay jetty boathouse
  bay berth ramp canteen cafeteria reception entrance exit gate door doorway window windowsill sill wall ceiling corner fireplace stove radiator
  boot glovebox compartment bag backpack suitcase briefcase purse wallet pocket folder binder box jar tin bowl tray envelope container drive
  building tower wing house flat apartment cottage cabin lodge bunker tent centre center datacentre datacenter facility plant factory mill foundry
  brewery dairy bakery pharmacy clinic hospital school church chapel vestry sacristy museum gallery castle station port airport farm park playground
  stadium arena pavilion clubhouse grandstand cinema hotel ground compound lot square
  keller dachboden speicher garage schuppen scheune stall hütte hangar anbau nebengebäude küche halle flur gang korridor diele foyer treppe
  treppenhaus schrank schublade truhe kiste kommode regal bord sideboard theke tresen tisch schreibtisch werkbank tresor safe spind kühlschrank
  gefrierschrank bad badezimmer büro labor werkstatt atelier bibliothek archiv lager depot magazin garten hof innenhof einfahrt terrasse balkon
  dach gewächshaus wintergarten wiese koppel weide gehege käfig zwinger teich becken hafen dock anleger steg kantine empfang eingang ausgang tor
  tür fenster wand decke ecke kamin ofen kofferraum handschuhfach tasche rucksack koffer geldbeutel ordner mappe karton schachtel dose schale
  armchair chair sofa couch bed cot hook nail peg teapot vase pot flowerpot doormat mat can stone brick site colocation foot rug cushion landing kiosk hedge
  neighbours neighbors caretaker janitor concierge porter teekanne kanne blumentopf topf regenfass fass briefkasten kasten haken nachbarn hausmeister
  hausmeisterin fußmatte stein bett sessel sofa stuhl wache gartenzwerg spiegel
  umschlag container gebäude turm flügel haus wohnung laube carport rechenzentrum zentrum werk fabrik mühle apotheke klinik krankenhaus
  schule kirche kapelle museum galerie schloss bahnhof flughafen scheuer park stadion vereinsheim turnhalle speisekammer abstellkammer kammer`,
)
/** German words of which such a place is the last part: "Gartenhaus", "Flurschrank". */
const GERMAN_PLACE =
  /\p{L}{3,}(?:keller|boden|garage|schuppen|scheune|stall|küche|halle|flur|gang|treppe|schrank|lade|truhe|kiste|kommode|regal|tisch|bank|tresor|zimmer|raum|büro|labor|werkstatt|lager|garten|hof|haus|hütte|kammer|kasten|topf|fass|kanne|haken|matte|bett|sessel|dielenschrank|box|fach|tasche|koffer|ordner|karton|schale|gebäude|turm|zentrum|werk|platz|saal|hafen|steg|becken|käfig|wand|tür|fenster|decke|ecke|etage|geschoss|stock|archiv|depot|magazin|eingang)$/u
/** English ones: "bathroom", "boathouse". */
const ENGLISH_PLACE = /[a-z]{3,}(?:room|house|shed|shelf|board|yard|box|rack)$/u

const INTO = words(
  'in on under behind at beside above below inside beneath over outside near within im am auf unter hinter neben an über vor bei beim',
)
/** These only say that it is there. */
const THERE = words('in on at inside within im am auf an beim bei')
const POSSESSED = words('my our his her its their mein meine meinem meiner unserem unserer')
/** In tokens, without the preposition. */
const LONGEST = 7

/** "the garden shed", "the Lyon data centre", "the corner of the kitchen": where a thing can be. The place as it is compared; null where it is none. */
export const placeIn = (tokens: readonly Token[]): string | null => {
  const [first] = tokens
  if (first === undefined || tokens.length > LONGEST) return null
  const bare = ARTICLES.has(first.word) || POSSESSED.has(first.word) ? tokens.slice(1) : tokens
  if (/^(?:an?|eine?[mnr]?)$/.test(first.word) || bare.length === 0) return null
  const inner = bare.findIndex(({ word }, i) => i > 0 && (INTO.has(word) || OF.has(word)))
  // "Room 4".
  const last = inner < 0 ? bare.length - 1 : inner - 1
  const head = last > 0 && isNumberOrName(bare, last) ? bare[last - 1] : bare[last]
  const rest = inner < 0 ? [] : bare.slice(inner + 1)
  if (head === undefined || !isPlaceWord(head.word) || (inner >= 0 && rest.length === 0)) return null
  const fits = bare.every(
    ({ word }) =>
      /^\p{L}[\p{L}\p{N}'-]*$|^\p{L}?\d{1,4}\p{L}?$|^\d\d?\.\d\d$|^'s$/u.test(word) &&
      !UNNAMED.has(word) &&
      !VERBS.has(word),
  )
  return fits && !isSeveral(bare, 0, bare.length) ? normalised(bare.map(({ word }) => word).join(' ')) : null
}
/** "Room 4", "cabinet C", "Rechenzentrum Ulm". */
const isNumberOrName = (tokens: readonly Token[], at: number): boolean => {
  const [before, token] = tokens.slice(at - 1, at + 1)
  if (/\d/.test(token?.word ?? '') || NUMBER.test(token?.word ?? '')) return true
  return token?.proper === true && !isPlaceWord(token.word) && isPlaceWord(before?.word ?? '')
}
const NUMBER = /^\p{L}?\d{1,4}\p{L}?$|^\p{L}$/u

/** Places of which the number tells which one it is, as alternatives of a pattern. */
export const NUMBERED_NOUNS = 'bed|berth|locker|shelf|bay|slot|rack|pitch|stall'
const NUMBERED_PLACE = new RegExp(`^(${NUMBERED_NOUNS}) (\\p{L}?\\d{1,4}\\p{L}?)$`, 'u')

/** "Berth 31": the number of the berth, where it is one. Null for another place. */
export const numberOfPlace = (place: string): { readonly attribute: string; readonly value: string } | null => {
  const [, noun, value] = NUMBERED_PLACE.exec(place) ?? []
  return value === undefined ? null : { attribute: `number:${noun}`, value }
}

/** "Fridge 2", "cold room 1", "cabinet C": such a place needs no article. */
export const isNumbered = (tokens: readonly Token[]): boolean =>
  tokens.length > 1 &&
  tokens.length < 4 &&
  isPlaceWord(tokens.at(-2)?.word ?? '') &&
  NUMBER.test(tokens.at(-1)?.word ?? '')

const OF = words('of von des der vom')

/** Whether a word in lower case is that for a place where things are put. */
export const isPlaceWord = (word: string): boolean =>
  PLACES.has(word) || ENGLISH_PLACE.test(word) || GERMAN_PLACE.test(word)

/** "under the stairs", "im Keller": the place, with the preposition where it says more than that it is there. */
export const placeBehind = (tokens: readonly Token[]): string | null => {
  const [first, second] = tokens
  if (first === undefined) return null
  const composed = COMPOSED.find((phrase) => standsAt(tokens, phrase))
  if (composed !== undefined) return besideIn(tokens.slice(composed.length), composed.join(' '))
  if (!INTO.has(first.word)) return null
  if (WITH.has(first.word) && !tokens.some(({ word }) => PEOPLE.has(word))) return null
  const contracted = /^(?:im|am|beim)$/.test(first.word)
  const article = second !== undefined && (ARTICLES.has(second.word) || POSSESSED.has(second.word))
  const owned = second?.proper === true && tokens[2]?.word === "'s"
  const numbered = isNumbered(tokens.slice(1))
  if (!contracted && !article && !owned && !numbered) return null
  const place = placeIn(tokens.slice(1))
  if (place === null && BESIDE.has(first.word)) return besideIn(tokens.slice(1), first.word)
  return place === null || THERE.has(first.word) ? place : `${first.word} ${place}`
}

/** They say of whatever stands behind them that it is a place. */
const COMPOSED = [
  'next to',
  'on top of',
  'in front of',
  'at the foot of',
  'at the end of',
  'at the back of',
  'close to',
].map((phrase) => phrase.split(' '))
/** Whether a word may begin such a place. */
export const isBesideWord = (word: string): boolean =>
  BESIDE.has(word) || word === 'next' || word === 'front' || word === 'top'

const BESIDE = words('under behind beside inside beneath hinter neben unter')
const WITH = words('with bei')
/** Those who keep things for others. */
const PEOPLE = words(
  'neighbours neighbors neighbour caretaker janitor concierge porter nachbarn nachbarin hausmeister hausmeisterin',
)
/** "Under control", "behind schedule", "unter Beobachtung" are no places. */
const NO_PLACE = words(
  `control construction pressure review weather impression radar age influence investigation attack threat law average circumstances name auspices umbrella
  hood knife hammer gun microscope spotlight supervision command care guidance wing protection schedule times curve bars wheel scenes point rules limits druck strom beobachtung kontrolle aufsicht verdacht vertrag beschuss
  schnitt umständen namen leitung führung schutz motto titel story job case idea decision plan success project attack`,
)
/** In words, with the article. */
const LONGEST_BESIDE = 4

const besideIn = (tokens: readonly Token[], preposition: string): string | null => {
  const [first, ...said] = tokens
  const article = ARTICLES.has(first?.word ?? '') && !/^(?:an?|eine?[mnr]?)$/.test(first?.word ?? '')
  if (!article || said.length === 0 || said.length >= LONGEST_BESIDE) return null
  const noun = said.at(-1)
  if (
    noun === undefined ||
    NO_PLACE.has(noun.word) ||
    UNNAMED.has(noun.word) ||
    (noun.word !== 'can' && VERBS.has(noun.word))
  )
    return null
  const fits = said.every(
    ({ word }) =>
      /^\p{L}[\p{L}'-]{2,}$/u.test(word) &&
      !UNNAMED.has(word) &&
      (word === 'can' || !VERBS.has(word)) &&
      !INTO.has(word),
  )
  return fits ? `${preposition} ${normalised(said.map(({ word }) => word).join(' '))}` : null
}
