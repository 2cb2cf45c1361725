import { LANGUAGES, PARTIES, PROGRAMMING } from './by-value.js'
import {
  certain,
  type Draft,
  type Fitting,
  isTown,
  loosely,
  type Particular,
  plain,
  spokenValue,
  told,
} from './draft.js'
import { ARTICLES, isTelling, textOf, withoutClass } from './names.js'
import { normalised } from './normalise.js'
import { isPlace, levelOf } from './places.js'
import type { Subject } from './subject.js'
import type { Token } from './tokens.js'
import { STANDING, STANDING_IN_GERMAN } from './vocabulary.js'

/** Something with a name of its own, by which it is told from others of its kind. */
const isNamed = ({ clause, found }: Fitting, subject: Subject): boolean =>
  subject.is === 'named' && found.S !== undefined && isTelling(clause.tokens, ...found.S)

const isKnownPlace = ({ clause: { tokens }, found: { V } }: Fitting): boolean =>
  V !== undefined && isTown(tokens, [withoutClass(tokens, ...V), V[1]])

/** Where one dies, and is in no place. */
const NO_PLACE =
  /\b(?:war|battle|crash|accident|fire|flood|attack|earthquake|storm|disaster|pandemic|sleep|office|action|combat|massacre|uprising|genocide|siege)\b/u

/** "The Charité" is a house in a town. */
const isNoTown = (fitting: Fitting): boolean =>
  NO_PLACE.test(spokenValue(fitting)) ||
  (/^(?:the|der|die|das|dem) (?!(?:city|town|village|country|state) )/.test(spokenValue(fitting)) &&
    !isKnownPlace(fitting))

/** "Baseball was invented in England": what has no name, but is one, and a country. */
const isInvention = ({ clause: { tokens }, found: { S, V } }: Fitting, subject: Subject): boolean =>
  subject.is === 'named' &&
  S?.[0] === 0 &&
  !ARTICLES.has(tokens[0]?.word ?? '') &&
  V !== undefined &&
  levelOf(normalised(textOf(tokens, withoutClass(tokens, ...V), V[1]))) === 'country' &&
  tokens.some(({ word }) => /^(?:created|invented|devised|erfunden)$/.test(word))

/** Whether something stands in one place for good, by a word of its name: "Toumba Stadion". Anna Burg does not. */
const isStanding = (things: readonly Token[]): boolean => {
  if (things.some(({ word, proper }) => proper && STANDING.has(word))) return true
  const behind = things.findIndex(({ word }, i) => i > 0 && /^(?:von|vom|der|des)$/.test(word))
  const head = behind < 0 ? things : things.slice(0, behind)
  const told = ARTICLES.has(head[0]?.word ?? '')
  // "Das Stadion": which one.
  if (told && head.length < 3 && head[1]?.word.match(STANDING_IN_GERMAN)?.index === 0) return false
  return head.some(({ word }) => STANDING_IN_GERMAN.test(word) && (told || !SURNAMES.test(word)))
}
/** "Emma Milton". */
const MAYBE_A_PERSON = /^(?!(?:san|santa|st|saint|new|port|fort|mount|bad|los|las|el|sankt|neu) )\p{L}+ \p{L}+$/u
const SURNAMES = /^(?:burg|kirche|turm|brücke|tempel|palast|schloss)$/u

const STADIUM =
  /\b(?:stadium|arena|park|ground|field|garden|gardens|centre|center|dome|bowl|coliseum|oval|rink|hall)\b/u

/** What money is called. */
const MONEY =
  /\b(?:dollar|euro|yen|rupee|rupiah|krone|krona|kroner|peso|franc|pound|won|yuan|renminbi|ruble|rouble|lira|real|rand|shekel|baht|dinar|dirham|riyal|zloty|forint|koruna|leu|lev|shilling|naira|crown|florin|taler|dong|ringgit|kuna|mark|escudo|drachma)$/u

/** Who has a name and no article is no league of several members: one owner at a time. */
const ofOwner = (fitting: Fitting, subject: Subject): readonly Draft[] | null => {
  const value = fitting.found.V === undefined ? [] : fitting.clause.tokens.slice(...fitting.found.V)
  const drafts = plain(fitting, subject, 'owner')
  const sure = isNamed(fitting, subject) && value.length > 1 && value.every(({ proper }) => proper)
  return sure && !SEVERAL.test(spokenValue(fitting)) ? certain(drafts) : drafts
}
const SEVERAL =
  /\b(?:league|union|alliance|association|club|party|group|family|community|network|council|nations|front|federation|society|conference|order|church)\b/u

const belongs: Particular = (fitting, subject) => {
  const value = normalised(spokenValue(fitting))
  const level = levelOf(value)
  if (subject.is === 'named' && PARTIES.test(value)) return plain(fitting, subject, 'firm:political party')
  if (subject.is !== 'named' || level === 'town') return ofOwner(fitting, subject)
  return certain(plain(fitting, subject, level === 'region' ? 'site:state' : level))
}

const OLD = /^(?:ancient|old|middle|modern|classical|standard|american|british|brazilian|swiss) (?=\p{L})/u

/** "Englisch-Sprache" and "englischer" are English. */
const languageIn = (fitting: Fitting): string =>
  normalised(spokenValue(fitting)).replace(/[- ]sprache$|(?<=isch)e[rn]$|(?<=deutsch)e[rn]$/u, '')

const tongue = (fitting: Fitting, subject: Subject, attribute: string): readonly Draft[] | null =>
  LANGUAGES.test(languageIn(fitting).replace(OLD, '')) && isNamed(fitting, subject)
    ? told(subject, attribute, languageIn(fitting))
    : null

/** Ways to say where somebody or something comes from or ends, and what a work was made in. */
export const BY_ORIGIN: Readonly<Record<string, Particular>> = {
  born: (fitting, subject) => {
    const drafts = isNoTown(fitting) ? null : plain(fitting, subject, 'birthplace')
    return isNamed(fitting, subject) ? certain(drafts) : drafts
  },
  died: (fitting, subject) =>
    isNamed(fitting, subject) && !isNoTown(fitting) ? plain(fitting, subject, 'site:place of death') : null,
  // Letters come from people, flights and orders from a place each, and people from where they are at home.
  comesFrom: (fitting, subject) =>
    isNamed(fitting, subject) && !/\d/.test(subject.key) && isKnownPlace(fitting)
      ? plain(fitting, subject, 'origin')
      : null,
  native: (fitting, subject) => (isNamed(fitting, subject) ? plain(fitting, subject, 'native') : null),
  stems: (fitting, subject) => (isNamed(fitting, subject) ? plain(fitting, subject, 'origin') : null),
  madeIn: (fitting, subject) => {
    if (PROGRAMMING.has(spokenValue(fitting))) return plain(fitting, subject, 'trait:programming language')
    const sure = isNamed(fitting, subject) ? isKnownPlace(fitting) : isInvention(fitting, subject)
    return sure ? plain(fitting, subject, 'origin') : null
  },
  penned: (fitting, subject) =>
    PROGRAMMING.has(spokenValue(fitting))
      ? plain(fitting, subject, 'trait:programming language')
      : tongue(fitting, subject, 'original_language'),
  // Of a country or a town there are several languages.
  tongue: (fitting, subject) => (isPlace(subject.key) ? null : tongue(fitting, subject, 'original_language')),
  tongued: (fitting, subject) => {
    const [, language] = /^(.+?)-?(?:-language|-speaking|sprachige[rs]?)$/u.exec(spokenValue(fitting)) ?? []
    return language === undefined || !LANGUAGES.test(language) || !isNamed(fitting, subject)
      ? null
      : [{ subject, attribute: 'original_language', value: normalised(language), needs: 'nothing' }]
  },
  owns: (fitting, subject) => {
    const drafts = plain(fitting, subject, 'owner')
    return isNamed(fitting, subject) ? certain(drafts) : loosely(drafts)
  },
  belongs,
  partOf: (fitting, subject) => {
    const drafts = belongs(fitting, subject)
    return drafts?.some(({ attribute }) => attribute === 'owner') === true ? loosely(drafts) : drafts
  },
  standing: (fitting, subject) => {
    const { clause, found } = fitting
    const things = found.S === undefined ? [] : clause.tokens.slice(...found.S)
    const stands = isStanding(things) || (isPlace(subject.key) && !MAYBE_A_PERSON.test(subject.key))
    // "Das Theater ist in Ulm zu Gast".
    if (clause.tokens.some(({ word }) => word === 'ist') && !isKnownPlace(fitting)) return null
    const level = levelOf(normalised(spokenValue(fitting)))
    if (!stands || !isNamed(fitting, subject)) return null
    return plain(fitting, subject, level === 'country' || level === 'continent' ? level : 'location')
  },
  groundOf: (fitting, subject) =>
    STADIUM.test(spokenValue(fitting)) && isNamed(fitting, subject)
      ? plain(fitting, subject, 'site:home ground')
      : null,
  pays: (fitting, subject) =>
    MONEY.test(spokenValue(fitting)) && levelOf(subject.key) === 'country' ? plain(fitting, subject, 'currency') : null,
  flows: (fitting, subject) => (isNamed(fitting, subject) ? plain(fitting, subject, 'site:mouth') : null),
}
