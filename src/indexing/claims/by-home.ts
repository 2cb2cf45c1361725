import { BY_HABIT } from './by-habit.js'
import { CHILD_WAYS, parted } from './by-home-days.js'
import { isHue, ofNamed } from './by-likeness.js'
import {
  aboutOf,
  certain,
  type Draft,
  type Fitting,
  type Particular,
  plain,
  spokenValue,
  subjectTokens,
  told,
} from './draft.js'
import { ARTICLES, isTelling, textOf } from './names.js'
import { normalised } from './normalise.js'
import { isStreet } from './places.js'
import { isColour, stateOf } from './states.js'
import type { Subject } from './subject.js'
import type { Token } from './tokens.js'
import { isOccupation, words } from './vocabulary.js'

const valueTokens = ({ clause, found }: Fitting): readonly Token[] => clause.tokens.slice(...(found.V ?? [0, 0]))

/** "A dark red car": what is driven stands behind the colour. */
const huedRide: Particular = ofNamed((fitting, subject) => {
  const ride = fitting.clause.tokens[fitting.found.V?.[1] ?? 0]?.word ?? ''
  const said = spokenValue(fitting)
  if (isHue(said)) return told({ ...subject, key: `${ride} of ${subject.key}` }, 'colour', normalised(said))
  const hue = stateOf(said.replace(/e[rsn]?$/u, ''))
  return hue === undefined || !isColour(hue.of)
    ? null
    : told({ ...subject, key: `${ride} von ${subject.key}` }, 'colour', normalised(said.replace(/e[rsn]?$/u, '')))
})

/** Who is engaged to whom, both ways. */
const fiance: Particular = (fitting, subject) => {
  const drafts = plain(fitting, subject, 'fiance')
  const [draft] = drafts ?? []
  if (draft === undefined || subject.is !== 'named') return drafts
  return [draft, { ...draft, subject: { ...subject, key: draft.value }, value: subject.key }]
}

/** Of what people give to somebody to keep there is one. */
const GIVEN =
  /(?:^|\b)(?:spare|only|master|emergency|second) (?:set of )?(?:\p{L}+ )?keys?\b|^(?:spare )?keys? to |\bpassport\b|ersatzschlüssel|zweitschlüssel|generalschlüssel|^original of |\b(?:will|deed|log book|logbook|vehicle papers)\b/u
const isPerson = (said: readonly Token[]): boolean =>
  said.length > 0 &&
  said.length < 4 &&
  said.every(({ proper, word }) => proper && !/\d/.test(word)) &&
  !isOccupation(textOf(said, 0, said.length))

const keeper = (fitting: Fitting, subject: Subject): readonly Draft[] | null =>
  GIVEN.test(subject.key) && isPerson(valueTokens(fitting))
    ? told({ ...subject, needs: 'nothing' }, 'office:keeper', normalised(spokenValue(fitting)))
    : null

const ZONE =
  /^(?:the )?(?:\p{L}+ ){0,2}(?:pacific|eastern|western|central|mountain|atlantic|european|mean|standard|summer|winter|daylight|universal|moscow|gulf|alaska|hawaii|india|japan|china|uk|london|berlin|tokyo|singapore|sydney|new york|us east|us west) time$|^(?:cet|cest|est|edt|pst|pdt|gmt|bst|ist|jst|mez|mesz|aest|eet|msk|mst|cst|utc)(?: ?[+-] ?\d{1,2})?$|^(?:utc|gmt)[+-]\d{1,2}(?::\d\d)?$/u

const MONEY = /^\d[\d.]* (?:eur|usd|gbp|chf)\b/u
const GIVEN_REGULARLY = /^(?:pocket money|allowance|taschengeld|child benefit|stipend|spending money|child support)$/u

/** What a version is the least of: "Python 3.11". */
const LEAST = /^(?:(\p{L}[\p{L}+.#-]*(?: \p{L}+)?) )?v?(\d+(?: \d+)*)$/u

const LINE = /^\p{L}{0,2}\d{1,4}\p{L}?$/u
const GOALS = words('school work kindergarten nursery college university schule arbeit')

const DEVICES =
  /\b(?:laptop|notebook|computer|phone|mobile|smartphone|tablet|car|bike|company car|screen|monitor|camera|printer|machine|mobile phone|workstation)$/u
const OWN = words('work company business office main daily private home school service job')

const PHONE = /(?:phone|mobile|smartphone)$/u

/** Where children, patients and members go. */
const PREMISES =
  /^(?:kindergarten|nursery|daycare|day care|preschool|school|office|practice|surgery|gym|studio|workshop|garage|salon|shop|store|clinic|allotment|flat|apartment)$/u

const CHILDRENS = /^(?:kindergarten|nursery|preschool|daycare)$/u

const ALERTED = /^(?:disk|memory|cpu|load|ram|storage|temperature|battery|latency|error rate|queue|swap|volume)$/u

/** The one team that needs no name: the national one is another. */
const SIDE =
  /^(?:(?:the|his|her|their|our|my) )?(?:(?:school|football|hockey|basketball|volleyball|handball|youth|village) )?(?:team|squad|side|pitch|field|court|back|shirt|jersey)$/u

const FLOORS =
  /^(?:erdgeschoss|dachgeschoss|souterrain|hochparterre|parterre|keller|untergeschoss|penthouse|eg|dg|ug)$/u

const OF_GERMAN_HOUSE =
  /(?:system|verwaltung|erfassung|warenwirtschaft|^crm|firma|gateway|wart|wartin|leitung|kanal|hausmeister|hausmeisterin|sprecher|sprecherin)$/u

/** What is told of families, flats, teams and things, by what the value or the thing looks like. */
export const BY_HOME: Readonly<Record<string, Particular>> = {
  ...CHILD_WAYS,
  huedRide,
  fiance,
  keptWith: keeper,
  keptBy: keeper,
  zoneOf: (fitting, subject) => {
    const zone = normalised(spokenValue(fitting)).replace(/^the /u, '')
    return ZONE.test(spokenValue(fitting)) && subject.is !== 'belonging' ? told(subject, 'time_zone', zone) : null
  },
  allowance: (fitting, subject) => {
    const about = aboutOf(fitting, 2)
    if (about === null || !GIVEN_REGULARLY.test(about) || subject.is === 'belonging') return null
    const drafts = plain(fitting, subject, `measure:${about.replace('taschengeld', 'pocket money')}`)
    return drafts?.every(({ value }) => MONEY.test(value)) === true ? drafts : null
  },
  minimum: (fitting, subject) => {
    const [, named, version] = LEAST.exec(normalised(spokenValue(fitting))) ?? []
    const what = named ?? aboutOf(fitting, 2)
    return version === undefined || subject.is !== 'named'
      ? null
      : told(subject, `reference:minimum ${what ?? 'version'}`, version)
  },
  lineTo: (fitting, subject) => {
    const goal = aboutOf(fitting, 1) ?? ''
    const line = spokenValue(fitting)
    return GOALS.has(goal) && LINE.test(line) && subject.is !== 'belonging'
      ? told(subject, `reference:line to ${goal}`, line)
      : null
  },
  schoolLine: (fitting, subject) =>
    LINE.test(spokenValue(fitting)) ? told(subject, 'reference:line to school', spokenValue(fitting)) : null,
  // "For health insurance, Anna's provider is …".
  providerFor: (fitting, subject) => {
    const [first] = subjectTokens(fitting)
    const whose = first === undefined || first.proper
    return whose ? (BY_HABIT.hasFrom?.(fitting, subject) ?? null) : null
  },
  paidInto: (fitting, subject) => plain(fitting, subject, 'provider:salary account'),
  hasAs: (fitting, subject) => {
    const about = aboutOf(fitting, 3) ?? ''
    const isOwn = OWN.has(about.split(' ')[0] ?? '') && DEVICES.test(about)
    const named = valueTokens(fitting).some(({ proper, word }) => proper || /\d/.test(word))
    if (!isOwn || !named) return null
    return PHONE.test(about)
      ? told(subject, 'trait:work phone', normalised(spokenValue(fitting)))
      : plain(fitting, subject, fitting.codeOf(about) ?? `unlisted:${about}`)
  },
  phoneOf: (fitting, subject) =>
    subject.is === 'belonging' ? null : told(subject, 'trait:work phone', normalised(spokenValue(fitting))),
  mainChannel: (fitting, subject) => (subject.is === 'named' ? plain(fitting, subject, 'unlisted:main channel') : null),
  planOf: (fitting, subject) => {
    const of = fitting.found.X === undefined ? '' : normalised(textOf(fitting.clause.tokens, ...fitting.found.X))
    return of === '' || subject.is === 'belonging' ? null : plain(fitting, subject, `plan:${of}`)
  },
  alertOf: (fitting, subject) => {
    const about = aboutOf(fitting, 2) ?? ''
    return ALERTED.test(about) ? plain(fitting, subject, `measure:${about} alert threshold`) : null
  },
  premisesIn: (fitting, subject) => {
    const about = aboutOf(fitting, 2) ?? ''
    const where = normalised(spokenValue(fitting))
    const place = isStreet(where) || (CHILDRENS.test(about) && valueTokens(fitting).every(({ proper }) => proper))
    return PREMISES.test(about) && place && !/\d/.test(where)
      ? certain(
          plain(fitting, { ...subject, key: `${about} of ${subject.key === '' ? 'user' : subject.key}` }, 'location'),
        )
      : null
  },
  // Where somebody lives is not where they work.
  homeFloor: (fitting, subject) =>
    BY_HABIT.ownFloor?.(fitting, subject)?.map((draft) => ({ ...draft, attribute: 'trait:floor of the flat' })) ?? null,
  storey: (fitting, subject) => {
    const floor = spokenValue(fitting)
    return FLOORS.test(floor) && subject.is !== 'belonging' ? told(subject, 'trait:floor of the flat', floor) : null
  },
  // "Das Ticketsystem im Team Vertrieb ist Jira".
  nounIn: (fitting, subject) => {
    const about = aboutOf(fitting, 1) ?? ''
    const group = subjectTokens(fitting).some(({ proper }) => proper)
    return OF_GERMAN_HOUSE.test(about) && group && subject.is === 'named'
      ? plain(fitting, subject, fitting.codeOf(about) ?? `unlisted:${about}`)
      : null
  },
  // "Als Ticketsystem hat das Team Vertrieb Jira".
  alsHat: (fitting) => {
    const about = aboutOf(fitting, 1) ?? ''
    const one = parted(fitting)
    const article = ARTICLES.has(valueTokens(fitting)[0]?.word ?? '')
    return one === null || !article || !OF_GERMAN_HOUSE.test(about) || !one.value.proper
      ? null
      : told(one.subject, fitting.codeOf(about) ?? `unlisted:${about}`, one.value.word)
  },
  gatewayAt: (fitting, subject) => plain(fitting, subject, 'reference:gateway'),
  kitaPlatz: (fitting, subject) => plain(fitting, subject, 'measure:kita-beitrag'),
  shirtOf: ofNamed((fitting, subject) => {
    const team = aboutOf(fitting, 4) ?? ''
    const person = isTelling(fitting.clause.tokens, ...(fitting.found.S ?? [0, 0]))
    return person && SIDE.test(team) && LINE.test(spokenValue(fitting))
      ? told(subject, 'number:shirt', spokenValue(fitting))
      : null
  }),
}
