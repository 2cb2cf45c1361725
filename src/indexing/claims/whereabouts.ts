import { ARTICLES, isSeveral, UNNAMED, VERBS } from './names.js'
import { normalised } from './normalise.js'
import type { Token } from './tokens.js'
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
  umschlag container gebäude turm flügel haus wohnung laube carport rechenzentrum zentrum werk fabrik mühle apotheke klinik krankenhaus
  schule kirche kapelle museum galerie schloss bahnhof flughafen scheuer park stadion vereinsheim turnhalle speisekammer abstellkammer kammer`,
)
/** German words of which such a place is the last part: "Gartenhaus", "Flurschrank". */
const GERMAN_PLACE =
  /\p{L}{3,}(?:keller|boden|garage|schuppen|scheune|stall|küche|halle|flur|gang|treppe|schrank|lade|truhe|kiste|kommode|regal|tisch|bank|tresor|zimmer|raum|büro|labor|werkstatt|lager|garten|hof|haus|hütte|kammer|box|fach|tasche|koffer|ordner|karton|schale|gebäude|turm|zentrum|werk|platz|saal|hafen|steg|becken|käfig|wand|tür|fenster|decke|ecke|etage|geschoss|stock|archiv|depot|magazin|eingang)$/u
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
  const head = last > 0 && NUMBER.test(bare[last]?.word ?? '') ? bare[last - 1] : bare[last]
  const rest = inner < 0 ? [] : bare.slice(inner + 1)
  if (head === undefined || !isPlaceWord(head.word) || (inner >= 0 && rest.length === 0)) return null
  const fits = bare.every(
    ({ word }) =>
      /^\p{L}[\p{L}\p{N}'-]*$|^\p{L}?\d{1,4}\p{L}?$|^'s$/u.test(word) && !UNNAMED.has(word) && !VERBS.has(word),
  )
  return fits && !isSeveral(bare, 0, bare.length) ? normalised(bare.map(({ word }) => word).join(' ')) : null
}
const NUMBER = /^\p{L}?\d{1,4}\p{L}?$|^\p{L}$/u

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
  if (first === undefined || !INTO.has(first.word)) return null
  const contracted = /^(?:im|am|beim)$/.test(first.word)
  const article = second !== undefined && (ARTICLES.has(second.word) || POSSESSED.has(second.word))
  const owned = second?.proper === true && tokens[2]?.word === "'s"
  const numbered = isNumbered(tokens.slice(1))
  if (!contracted && !article && !owned && !numbered) return null
  const place = placeIn(tokens.slice(1))
  return place === null || THERE.has(first.word) ? place : `${first.word} ${place}`
}
