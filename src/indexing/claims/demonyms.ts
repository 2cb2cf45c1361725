import { genitiveOf, type Token } from './tokens.js'
import { words } from './vocabulary.js'

/** Countries by what is said of what belongs to them. */
const COUNTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    France: 'french',
    Germany: 'german',
    'United Kingdom': 'british',
    England: 'english',
    Spain: 'spanish',
    Italy: 'italian',
    Netherlands: 'dutch',
    Switzerland: 'swiss',
    Sweden: 'swedish',
    Denmark: 'danish',
    Norway: 'norwegian',
    Finland: 'finnish',
    Poland: 'polish',
    Czechia: 'czech',
    Hungary: 'hungarian',
    Greece: 'greek',
    Turkey: 'turkish',
    Russia: 'russian',
    Ukraine: 'ukrainian',
    China: 'chinese',
    Japan: 'japanese',
    India: 'indian',
    Brazil: 'brazilian',
    Mexico: 'mexican',
    Canada: 'canadian',
    Australia: 'australian',
    Austria: 'austrian',
    Belgium: 'belgian',
    Portugal: 'portuguese',
    Ireland: 'irish',
    Scotland: 'scottish',
    Wales: 'welsh',
    Iceland: 'icelandic',
    Croatia: 'croatian',
    Serbia: 'serbian',
    Romania: 'romanian',
    Bulgaria: 'bulgarian',
    Estonia: 'estonian',
    Latvia: 'latvian',
    Lithuania: 'lithuanian',
    Slovakia: 'slovak',
    Slovenia: 'slovenian',
    Egypt: 'egyptian',
    Morocco: 'moroccan',
    Kenya: 'kenyan',
    Nigeria: 'nigerian',
    Ghana: 'ghanaian',
    Argentina: 'argentine',
    Chile: 'chilean',
    Peru: 'peruvian',
    Colombia: 'colombian',
    'United States': 'american',
  }).map(([country, adjective]) => [adjective, country] as const),
)

/** What a country has one of at a time. */
const OFFICES = words(
  `ambassador president king queen monarch chancellor premier capital currency parliament government consul embassy throne
  chief-of-staff constitution anthem`,
)
const BEFORE_MINISTER =
  /^(?:prime|foreign|finance|interior|defence|defense|health|education|justice|environment|transport)$/

/** "The French ambassador to X": "France's ambassador to X". Null where no country is told by an adjective. */
export const withCountry = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(
    ({ word, proper }, i) =>
      proper && COUNTRIES.has(word) && sentence[i - 1]?.word === 'the' && isOffice(sentence, i + 1),
  )
  const adjective = sentence[at]
  const country = COUNTRIES.get(adjective?.word ?? '')
  if (adjective === undefined || country === undefined) return null
  const names = country.split(' ').map((raw) => ({ ...adjective, word: raw.toLowerCase(), raw }))
  return [...sentence.slice(0, at - 1), ...genitiveOf(names), ...sentence.slice(at + 1)]
}

const isOffice = (sentence: readonly Token[], at: number): boolean =>
  OFFICES.has(sentence[at]?.word ?? '') ||
  (BEFORE_MINISTER.test(sentence[at]?.word ?? '') && sentence[at + 1]?.word === 'minister')
