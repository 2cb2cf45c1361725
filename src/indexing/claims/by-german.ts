import { SYSTEM } from './by-value.js'
import { certain, type Draft, type Fitting, type Particular, plain, spokenValue } from './draft.js'
import { ARTICLES } from './names.js'
import { isStreet } from './places.js'
import type { Subject } from './subject.js'
import type { Token } from './tokens.js'
import { CONDITIONS, TRACKED } from './vocabulary.js'

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

const subjectTokens = ({ clause, found }: Fitting): readonly Token[] =>
  found.S === undefined ? [] : clause.tokens.slice(...found.S)

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

/** Ways of German whose attribute is told by what they are about, or by the value. */
export const BY_GERMAN: Readonly<Record<string, Particular>> = {
  held: (fitting, subject) =>
    // "Liegt bei Y" tells who it is, though "bei" stands before the name.
    isHeld(fitting) ? plain({ ...fitting, noun: null }, subject, fitting.noun?.code ?? '') : null,
  work: (fitting, subject) => {
    const code = makerIn(fitting)
    return code === undefined || subject.is !== 'named' ? null : certain(plain(fitting, subject, code))
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
    const known = CONDITIONS.has(`in ${phase}`) || phase.endsWith('phase')
    const tracked = subjectTokens(fitting).some(({ word }) => TRACKED.has(word))
    return known && tracked ? plain(fitting, subject, 'status') : null
  },
  system: (fitting, subject) =>
    SYSTEM.test(spokenValue(fitting)) && subject.is !== 'speaker'
      ? plain(fitting, subject, 'trait:operating system')
      : null,
  street: (fitting, subject) =>
    /\d/.test(spokenValue(fitting)) && isStreet(spokenValue(fitting)) ? plain(fitting, subject, 'address') : null,
  deskroom: inRoom,
  // "A positiv": no article.
  blood_type: (fitting, subject) =>
    plain(fitting, subject, 'blood_type')?.map((draft) => ({ ...draft, value: spokenValue(fitting) })) ?? null,
  studied: (fitting, subject) =>
    /^(?:an|in|seit) /.test(spokenValue(fitting)) ? null : plain(fitting, subject, 'major'),
}
