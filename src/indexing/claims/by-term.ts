import { amountOf } from './amounts.js'
import { ofNamed } from './by-likeness.js'
import { BY_TOOL } from './by-tool.js'
import { LANGUAGES } from './by-value.js'
import { aboutOf, type Particular, plain, spokenValue, subjectTokens, told } from './draft.js'
import { normalised } from './normalise.js'
import { dateOf } from './periods.js'
import { words } from './vocabulary.js'

const RHYTHM =
  /^(?:every (?!(?:mon|tues|wednes|thurs|fri|satur|sun)day).+|once (?:a|an|every|per) .+|twice (?:a|an|every|per) .+|daily|weekly|monthly|quarterly|yearly|annually|fortnightly|biweekly|bi-weekly|hourly)$/u
const LEVEL = /^[abc][12]\+?$|^(?:beginner|intermediate|advanced|native|fluent|basic)$/u
const TRAINED = /(?:training|practice|lesson|lessons|class|rehearsal|course|therapy|physiotherapy|tuition|shift|duty)$/u
const RUNS = words('probation warranty guarantee contract lease parole suspension quarantine')
const CHECKED = words(
  'inspection service servicing review audit renewal maintenance payment delivery calibration vaccination checkup check-up test training cleaning upgrade update replacement',
)
const CLASS = /^(?:(?:in )?(?:first|second|business|economy|premium economy|standard) class|business|economy)$/u

/** Ways to say how often, until when, how well and for how many, by what the value looks like. */
export const BY_TERM: Readonly<Record<string, Particular>> = {
  ...BY_TOOL,
  rhythm: (fitting, subject) => {
    const value = normalised(spokenValue(fitting))
    return RHYTHM.test(value) && subject.is !== 'speaker' && /\s/u.test(subject.key)
      ? told(subject, 'trait:meeting rhythm', value)
      : null
  },
  'trait:backup schedule': (fitting, subject) =>
    RHYTHM.test(normalised(spokenValue(fitting))) || fitting.noun !== null
      ? plain(fitting, subject, 'trait:backup schedule')
      : null,
  // "Ida has football training on Tuesdays".
  trainingOf: ofNamed((fitting, subject) => {
    const about = aboutOf(fitting, 3)
    if (about === null || !TRAINED.test(about)) return null
    return plain(fitting, { ...subject, key: `${about} of ${subject.key}` }, 'date')
  }),
  // "The card is limited to 500 euros".
  limitedTo: (fitting, subject) => {
    const amount = amountOf(fitting.clause.tokens.slice(...(fitting.found.V ?? [0, 0])))
    if (amount === null || subject.is === 'speaker') return null
    const counted = /^(\d+) (?:people|seats?|participants?|places?|persons?|users?|guests?)$/u.exec(amount)?.[1]
    if (counted !== undefined) return told(subject, 'capacity', counted)
    return told(subject, / (?:g|m|t)b$/u.test(amount) ? 'size' : 'limit', amount)
  },
  dueFor: (fitting, subject) => {
    const about = aboutOf(fitting, 2)
    return about !== null && CHECKED.has(about.split(' ').at(-1) ?? '')
      ? plain(fitting, subject, `day:${about.replace('servicing', 'service')} date`)
      : null
  },
  // "Nina ist bis zum 3. Mai in der Probezeit".
  probeBis: ofNamed((fitting, subject) =>
    plain(fitting, { ...subject, key: `probezeit von ${subject.key}` }, 'day:end date'),
  ),
  // "Nina is on probation until 3 May": it ends then.
  untilThen: (fitting, subject) => {
    const about = aboutOf(fitting, 1)
    const date = dateOf(fitting.clause.tokens.slice(...(fitting.found.V ?? [0, 0])))
    if (about === null || !RUNS.has(about) || date === null || subject.is === 'speaker') return null
    return told({ ...subject, key: `${about} of ${subject.key}` }, 'day:end date', date)
  },
  levelIn: ofNamed((fitting, subject) => {
    const about = aboutOf(fitting, 1)
    const value = normalised(spokenValue(fitting)).replace(/^level /u, '')
    return about !== null && LANGUAGES.test(about) && LEVEL.test(value)
      ? told(subject, `trait:level in ${about}`, value)
      : null
  }),
  travelBy: ofNamed((fitting, subject) => {
    const value = normalised(spokenValue(fitting)).replace(/^in /u, '')
    return CLASS.test(value) ? told(subject, 'trait:travel class', value.replace(/ class$/u, '')) : null
  }),
  'trait:cms': (fitting, subject) =>
    fitting.noun !== null ||
    subjectTokens(fitting).some(({ word }) => /^(?:website|site|shop|homepage|blog|intranet|portal)$/.test(word))
      ? plain(fitting, subject, 'trait:cms')
      : null,
  'office:approver': (fitting, subject) =>
    fitting.noun !== null ||
    /^(?:expenses?|invoices?|orders?|leave|holidays?|timesheets?|purchases?|travel|budget)\b/u.test(subject.key)
      ? plain(fitting, subject, 'office:approver')
      : null,
  schichtIn: ofNamed((fitting, subject) => {
    const shift = /^(?:der |die )?(\p{L}+)schicht$/u.exec(spokenValue(fitting))?.[1]
    return shift === undefined ? null : told(subject, 'trait:shift', shift)
  }),
}
