import { folded, lowerComposed } from '../fold.js'

/** Names of the same place, in the form that is compared. */
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'united states':
      'usa, us, u s, u s a, united states of america, vereinigte staaten, vereinigte staaten von amerika',
    'united kingdom': 'uk, u k, great britain, britain, grossbritannien, vereinigtes konigreich',
    'united arab emirates': 'uae, vae',
    germany: 'deutschland, federal republic of germany',
    france: 'frankreich',
    spain: 'spanien',
    italy: 'italien',
    austria: 'osterreich',
    switzerland: 'schweiz',
    netherlands: 'niederlande, holland, kingdom of the netherlands',
    belgium: 'belgien',
    poland: 'polen',
    sweden: 'schweden',
    norway: 'norwegen',
    denmark: 'danemark',
    brazil: 'brasilien',
    munich: 'munchen',
    cologne: 'koln',
    vienna: 'wien',
    zurich: 'zuerich',
    geneva: 'genf',
    rome: 'rom',
    milan: 'mailand',
    naples: 'neapel',
    venice: 'venedig',
    florence: 'florenz',
    lisbon: 'lissabon, lisboa',
    prague: 'prag',
    warsaw: 'warschau',
    moscow: 'moskau',
    nuremberg: 'nurnberg',
    hanover: 'hannover',
    brussels: 'brussel',
    copenhagen: 'kopenhagen',
    'the hague': 'hague, den haag',
    'new york': 'new york city, nyc, new york ny',
    washington: 'washington d c, washington dc',
    'los angeles': 'la, l a',
    'san francisco': 'sf',
  }).flatMap(([name, others]) => others.split(', ').map((other) => [other, name] as const)),
)

/** A name or a few words in the form that is compared: in lower case, without accents, stops, quotes and articles. */
export const normalised = (words: string): string => {
  const plain = folded(lowerComposed(words))
    .replace(/[.,;:!?"“”„«»()[\]*_#]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:the|a|an|der|die|das|den|dem|des|ein|eine|einen|einem|einer) (?=.)/u, '')
  return SAME.get(plain) ?? plain
}
