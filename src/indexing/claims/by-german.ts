import { isHost, runsOnMany } from './by-state.js'
import { SYSTEM } from './by-value.js'
import {
  certain,
  type Draft,
  type Fitting,
  needing,
  type Particular,
  plain,
  spokenValue,
  subjectTokens,
} from './draft.js'
import { ARTICLES } from './names.js'
import { isStreet } from './places.js'
import { isCondition } from './progress.js'
import type { Subject } from './subject.js'
import { IP_ADDRESS } from './values.js'
import { TRACKED } from './vocabulary.js'

/** What kind of work it is tells what whoever made it is. */
const MAKERS: Readonly<Record<string, string>> = {
  author:
    'roman buch novelle erzählung krimi gedicht gedichtband kurzgeschichte stück theaterstück drama sachbuch thriller märchen kinderbuch artikel lehrbuch essay',
  director: 'film spielfilm dokumentarfilm kurzfilm kinofilm',
  'office:komponist': 'lied song oper sinfonie symphonie operette walzer ballett sonate musical',
  'office:maler': 'gemälde skulptur zeichnung fresko aquarell',
}
const makerOf = new Map(
  Object.entries(MAKERS).flatMap(([code, all]) => all.split(' ').map((word) => [word, code] as const)),
)

/** "Der Roman Momo": what its maker is called; undefined where no name tells which one it is. */
const makerIn = (fitting: Fitting): string | undefined => {
  const said = subjectTokens(fitting).filter(({ word }, i) => i > 0 || !ARTICLES.has(word))
  return said.length < 2 ? undefined : makerOf.get(said[0]?.word ?? '')
}

/** "Den Chor leitet Y": who does it stands behind the verb, which only two words or more of a name tell. */
const led =
  (attribute: string): Particular =>
  (fitting, subject) => {
    const { clause, found } = fitting
    const value = found.V === undefined ? [] : clause.tokens.slice(...found.V)
    const surely = clause.tokens[0]?.word === 'den' || (value.length > 1 && value.every(({ proper }) => proper))
    return surely && subject.is === 'named' ? plain(fitting, subject, attribute) : null
  }

/** "Die Leitung von X hat Y": what somebody does is in their hands. */
const HELD =
  /(?:leitung|führung|direktion|moderation|redaktion|regie|organisation|verantwortung|verantwortlichkeit|zuständigkeit|verwaltung|betreuung|vertretung|aufsicht|koordination|bereitschaft|patenschaft|vormundschaft|präsidentschaft|trägerschaft|wartung|pflege|vorsitz|amt|dienst|posten)$/u

export const isHeld = ({ clause: { tokens }, found: { N, V } }: Fitting): boolean => {
  const value = V === undefined ? [] : tokens.slice(...V)
  const verb = tokens[(V?.[0] ?? 0) - 1]?.word ?? ''
  const sure = value.length > 1 || !/^(?:hat|trägt|führt)$/.test(verb)
  return (
    HELD.test(tokens[(N?.[1] ?? 0) - 1]?.word ?? '') &&
    sure &&
    value.every(({ proper, word }) => proper && !/\d/.test(word))
  )
}

const inRoom = (fitting: Fitting, subject: Subject): readonly Draft[] | null =>
  /^(?:raum|zimmer|büro) \p{L}{0,2}\d/u.test(spokenValue(fitting)) ? plain(fitting, subject, 'room') : null

const LIGHT = /^(?:rot|gelb|grün|orange)$/
const AT_WORK = / (?:im buro|im dienst|auf der arbeit|bei der arbeit)$/
const MONEY = /^-?\d[\d.,]* (?:euro|eur|€|franken|chf|dollar|usd|pfund|cent)$|^[€$£]\d/u

/** Parts of a firm in which somebody works. */
const DEPARTMENT =
  /abteilung$|^(?:einkauf|verkauf|vertrieb|lager|forschung|buchhaltung|personal|personalwesen|marketing|produktion|entwicklung|verwaltung|logistik|fertigung|montage|versand|controlling|kundendienst|kundenservice|kundensupport|support|innendienst|außendienst|qualitätssicherung|qualitätskontrolle|revision|pressestelle|öffentlichkeitsarbeit|unternehmenskommunikation|rechnungswesen|finanzwesen|finanzbuchhaltung|lohnbuchhaltung|poststelle|empfang|konstruktion|softwareentwicklung|produktentwicklung|instandhaltung|haustechnik|beschaffung|disposition|warenannahme|wareneingang|warenausgang|it|edv|hr|pflege|altenpflege|krankenpflege|gastronomie|betreuung|ausbildung|planung|werkstatt|reinigung|arbeitsvorbereitung|redaktion|notaufnahme|hausverwaltung|lehre|rechtswesen|auftragsannahme)$/u

/** "Isst am liebsten draußen" names no dish, and "abends Pizza" is not the best of all. */
const liked =
  (attribute: string): Particular =>
  (fitting, subject) => {
    const [first, ...more] = fitting.found.V === undefined ? [] : fitting.clause.tokens.slice(...fitting.found.V)
    const begins =
      first?.proper === true || /^(?!heute)\p{L}+e[rsn]?$/u.test(first?.word ?? '') || ARTICLES.has(first?.word ?? '')
    return begins && (more.at(-1) ?? first)?.proper === true ? plain(fitting, subject, attribute) : null
  }

/** In digits: "hat im Büro die Nummer 3" is no telephone. */
const FEWEST_DIGITS = 5
const reachedAt =
  (attribute: string): Particular =>
  (fitting, subject) =>
    spokenValue(fitting).replace(/\D/g, '').length < FEWEST_DIGITS ? null : plain(fitting, subject, attribute)

/** Ways of German whose attribute is told by what they are about, or by the value. */
export const BY_GERMAN: Readonly<Record<string, Particular>> = {
  held: (fitting, subject) =>
    // "Liegt bei Y" tells who it is, though "bei" stands before the name.
    isHeld(fitting) ? plain({ ...fitting, noun: null }, subject, fitting.noun?.code ?? '') : null,
  work: (fitting, subject) => {
    const code = makerIn(fitting)
    return code === undefined || subject.is !== 'named' ? null : certain(plain(fitting, subject, code))
  },
  // "»Winterflut« stammt von Y": a title of which it is not told what it is.
  titledBy: (fitting, subject) => {
    const said = subjectTokens(fitting)
    const titled = said.length > (ARTICLES.has(said[0]?.word ?? '') ? 2 : 0) && said.every(({ proper }) => proper)
    const named = titled && / /.test(spokenValue(fitting)) && !spokenValue(fitting).startsWith('beruf ')
    return named && makerIn(fitting) === undefined && subject.is === 'named'
      ? plain(fitting, subject, 'office:maker')
      : null
  },
  published: (fitting, subject) => (makerIn(fitting) === 'author' ? plain(fitting, subject, 'publisher') : null),
  led: led('head'),
  'led:head_coach': led('head_coach'),
  'led:operator': led('operator'),
  // People care for one another, too.
  caredFor: (fitting, subject) =>
    ARTICLES.has(subjectTokens(fitting)[0]?.word ?? '') ? plain(fitting, subject, 'maintainer') : null,
  phase: (fitting, subject) => {
    const phase = spokenValue(fitting)
    const known = isCondition(`in ${phase}`) || phase.endsWith('phase')
    const tracked = subjectTokens(fitting).some(({ word }) => TRACKED.has(word))
    return known && tracked ? plain(fitting, subject, 'status') : null
  },
  system: (fitting, subject) =>
    SYSTEM.test(spokenValue(fitting)) && subject.is !== 'speaker'
      ? needing(
          runsOnMany(subject) && !isHost(fitting) ? 'change' : 'nothing',
          plain(fitting, subject, 'trait:operating system'),
        )
      : null,
  street: (fitting, subject) =>
    /\d/.test(spokenValue(fitting)) && isStreet(spokenValue(fitting)) ? plain(fitting, subject, 'address') : null,
  deskroom: inRoom,
  department: (fitting, subject) =>
    DEPARTMENT.test(spokenValue(fitting)) ? plain(fitting, subject, 'unlisted:abteilung') : null,
  // "Die Stelle von X ist im Lager" names no trade.
  job: (fitting, subject) =>
    /^(?:in|im|auf)$/.test(fitting.clause.tokens[(fitting.found.V?.[0] ?? 0) - 1]?.word ?? '')
      ? null
      : plain(fitting, subject, 'job'),
  // "An Studenten vermietet": to whom is not told.
  tenant: (fitting, subject) =>
    /^\p{L}+(?:en|er)$/u.test(spokenValue(fitting)) ? null : plain(fitting, subject, 'unlisted:mieter'),
  'liked:favourite:essen': liked('favourite:essen'),
  'liked:favourite:getränk': liked('favourite:getränk'),
  'reachedAt:phone:work': reachedAt('phone:work'),
  'reachedAt:phone:home': reachedAt('phone:home'),
  // The light of a project tells its state, that of a street does not.
  light: (fitting, subject) =>
    LIGHT.test(spokenValue(fitting)) && subjectTokens(fitting).some(({ word }) => TRACKED.has(word))
      ? plain(fitting, subject, 'status')
      : null,
  // "Der Stand von Konto 7": what is on it.
  status: (fitting, subject) =>
    plain(fitting, subject, fitting.noun !== null && MONEY.test(spokenValue(fitting)) ? 'balance' : 'status'),
  phone: (fitting, subject) => {
    const key = subject.key.replace(AT_WORK, '')
    return key === subject.key ? plain(fitting, subject, 'phone') : plain(fitting, { ...subject, key }, 'phone:work')
  },
  // That of a machine is a number.
  address: (fitting, subject) =>
    plain(fitting, subject, IP_ADDRESS.test(spokenValue(fitting)) ? 'ip_address' : 'address'),
  // "A positiv": no article.
  blood_type: (fitting, subject) =>
    plain(fitting, subject, 'blood_type')?.map((draft) => ({ ...draft, value: spokenValue(fitting) })) ?? null,
  studied: (fitting, subject) =>
    /^(?:an|in|seit) /.test(spokenValue(fitting)) ? null : plain(fitting, subject, 'major'),
}
