import { attributeOf } from './attributes.js'
import { LANGUAGES, PROGRAMMING, SYSTEM } from './by-value.js'
import {
  aboutOf,
  type Draft,
  type Fitting,
  loosely,
  needing,
  type Particular,
  plain,
  spokenValue,
  subjectTokens,
} from './draft.js'
import { ARTICLES, isTelling, textOf } from './names.js'
import { normalised } from './normalise.js'
import { dateOf } from './periods.js'
import { isProgress } from './progress.js'
import type { Subject } from './subject.js'
import type { Token } from './tokens.js'
import { EVENT, EVENTS, TRACKED } from './vocabulary.js'
import { placeIn } from './whereabouts.js'

const VERSION = /^v?\d+(?:\.\d+)+\S*$/u
const WHOLE = /^v?\d{1,3}$/u
const DATABASE =
  /sql|redis|mongo|kafka|nginx|apache|elastic|rabbitmq|docker|kubernetes|\.js$|^node|^java|jdk|wordpress|django|rails|php/u

/** Whether such a program has a version, so that a whole number behind its name is one. */
const isProgram = (name: string): boolean => PROGRAMMING.has(name) || DATABASE.test(name)

/** "Tom runs Berlin 42.195". */
const isRunner = (said: readonly Token[], name: string): boolean =>
  said.length === 1 && /^\p{L}+$/u.test(said[0]?.word ?? '') && !isProgram(name)

/** Which version of a program is on a machine: said of the program there. */
const versioned =
  (sure: boolean): Particular =>
  (fitting, subject) => {
    const program = fitting.clause.tokens.slice(...(fitting.found.X ?? [0, 0]))
    const name = normalised(textOf(program, 0, program.length).replace(/-version$/u, ''))
    const value = spokenValue(fitting)
    const known = VERSION.test(value) || (WHOLE.test(value) && (sure || isProgram(name)))
    // Which system it is, is told with its version.
    if (
      !known ||
      isRunner(subjectTokens(fitting), name) ||
      SYSTEM.test(name) ||
      program.length > 3 ||
      subject.is === 'speaker' ||
      !program.some(({ proper }) => proper)
    )
      return null
    return plain(fitting, { ...subject, key: `${name} on ${subject.key}` }, 'version')
  }

/** What somebody made, by the word for what it is. */
const WORKS: readonly (readonly [RegExp, string])[] = [
  [/^(?:novel|book|poem|play|story|memoir|essay|thriller)$/u, 'author'],
  [/^(?:song|single|album|track|ballad)$/u, 'office:performer'],
  [/^(?:film|movie|documentary)$/u, 'director'],
  [/^(?:opera|symphony|concerto|musical)$/u, 'office:composer'],
  [/^(?:painting|picture|portrait)$/u, 'office:painter'],
]

/** German writes two nouns as one. */
const isLongWord = (key: string): boolean => EVENT.test(key) || key.length > 8

const isEventIn = (fitting: Fitting): boolean =>
  subjectTokens(fitting).some(({ word }) => EVENTS.has(word) || EVENT.test(word))

const FINANCES =
  /(?:account|mortgage|loan|pension|pension plan|insurance|policy|savings|contract|phone plan|mobile plan|credit card)$/u

const DAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^(?:mon|diens|donners|frei|sams|sonn)tags?$|^mittwochs?$/u

const subscription = (fitting: Fitting, subject: Subject): readonly Draft[] | null => {
  const about = aboutOf(fitting, 2)
  const [draft] = about === null || subject.is === 'belonging' ? [] : (plain(fitting, subject, 'plan') ?? [])
  const named = [fitting.found.X, fitting.found.V].every(
    (place) => fitting.clause.tokens[place?.[0] ?? 0]?.proper === true,
  )
  if (draft === undefined || about === null || !named || /\d/.test(draft.value)) return null
  const value = draft.value.replace(/ (?:plan|tariff|subscription|tier|package|tarif|abo)$/u, '')
  return [{ ...draft, attribute: `plan:${about}`, value }]
}

/** Ways to say what things are set to and who answers for what, whose attribute is told by what the value looks like. */
export const BY_SETTING: Readonly<Record<string, Particular>> = {
  versioned: versioned(false),
  versionOf: versioned(true),
  subscribed: subscription,
  // "The lobby screen is set to Polish".
  spoken: (fitting, subject) =>
    LANGUAGES.test(spokenValue(fitting)) &&
    subject.is !== 'speaker' &&
    ARTICLES.has(subjectTokens(fitting)[0]?.word ?? '')
      ? plain(fitting, subject, 'trait:display language')
      : null,
  made: (fitting, subject) => {
    const kind = fitting.clause.tokens.slice(0, 4).map(({ word }) => WORKS.find(([words]) => words.test(word))?.[1])
    const code = kind.find((each) => each !== undefined)
    const said = subjectTokens(fitting)
    const titled = subject.is === 'named' && isTelling(said, 0, said.length)
    // "It is by hand": of somebody with two names, unless it is told what it is.
    const name = code !== undefined || / /u.test(spokenValue(fitting))
    return titled && name ? plain(fitting, subject, code ?? 'office:maker') : null
  },
  meetsIn: (fitting, subject) => {
    const { clause, found } = fitting
    const place = found.V === undefined ? null : placeIn(clause.tokens.slice(...found.V))
    const group =
      isEventIn(fitting) ||
      /\b(?:club|choir|group|circle|band|society|orchestra|council|committee)$|(?:kreis|verein|chor|gruppe|club|klub|ausschuss|vorstand|orchester|kapelle|rat)$/u.test(
        subject.key,
      )
    if (place === null || !group || subject.is !== 'named') return null
    return [{ subject, attribute: 'room', value: place, needs: subject.needs }]
  },
  // "Takes place on Fridays": of what is held again and again there is one such day.
  dayOf: (fitting, subject) => {
    const value = spokenValue(fitting)
    const before = fitting.clause.tokens[(fitting.found.V?.[0] ?? 0) - 1]?.word
    const again = /s$/u.test(value) || before === 'every' || /^(?:is|ist|are)$/u.test(before ?? '')
    if (!DAY.test(value) || subject.is !== 'named') return null
    const day = dateOf(fitting.clause.tokens.slice(...(fitting.found.V ?? [0, 0])))
    const named = fitting.clause.tokens.some(({ word }) => /^(?:weekday|day|wochentag|tag|regeltermin)$/u.test(word))
    if (day === null || !(again || named) || (!named && !subject.key.includes(' ') && !isLongWord(subject.key)))
      return null
    const drafts = [{ subject, attribute: 'date', value: day.replace(/s$/u, ''), needs: subject.needs }]
    return named || /s$/u.test(value) || before === 'every' ? drafts : loosely(drafts)
  },
  startsAt: (fitting, subject) => {
    const drafts = isEventIn(fitting) || subject.key.includes(' ') ? plain(fitting, subject, 'time') : null
    return subject.is === 'named' ? drafts : loosely(drafts)
  },
  workedOn: (fitting, subject) => {
    const drafts = plain(fitting, subject, 'assignee')
    return isOfOnePerson(fitting) ? drafts : needing('former', drafts)
  },
  lyingWith: (fitting, subject) => {
    const [first, second] = subjectTokens(fitting)
    const tracked = [first, second].some(
      (token) => TRACKED.has(token?.word ?? '') || /^\p{Lu}{2,}-\d+$/u.test(token?.raw ?? ''),
    )
    return tracked && subject.is === 'named' ? plain(fitting, subject, 'assignee') : null
  },
  portFor: (fitting, subject) => {
    const about = aboutOf(fitting, 2)
    return about === null || subject.is === 'speaker' ? null : plain(fitting, subject, `port:${about}`)
  },
  staffed: (fitting, subject) =>
    /^[\d.,]+$/u.test(spokenValue(fitting)) && subject.is !== 'speaker'
      ? plain(fitting, subject, 'measure:headcount')
      : null,
  progress: (fitting, subject) =>
    isProgress(spokenValue(fitting)) && subjectTokens(fitting).some(({ word }) => TRACKED.has(word))
      ? plain(fitting, subject, 'status')
      : null,
  // "Lena's savings account is with Sparkbank".
  withFirm: (fitting, subject) => {
    const about = aboutOf(fitting, 3)
    const kept =
      about !== null && FINANCES.test(about) && !/^(?:health|medical) /u.test(about) && subject.is === 'named'
    return kept ? plain(fitting, subject, `provider:${about}`) : null
  },
  // "The Nordwind account manager is Paul Roth": an office, told by two words of a name.
  officeOf: (fitting, subject) => {
    const code = fitting.noun?.code ?? ''
    const office = attributeOf(code)?.kind === 'person' && !code.startsWith('unlisted')
    const value = fitting.clause.tokens.slice(...(fitting.found.V ?? [0, 0]))
    const named =
      subjectTokens(fitting).every(({ proper }) => proper) && value.length > 1 && value.every(({ proper }) => proper)
    return office && named && subject.is === 'named' ? plain(fitting, subject, code) : null
  },
  charged: (fitting, subject) => {
    const about = normalised(textOf(fitting.clause.tokens, ...(fitting.found.X ?? [0, 0])))
    if (subject.is !== 'named' || about === '' || about.split(' ').length > 6) return null
    return plain(fitting, subject, about.startsWith('training') ? 'head_coach' : `office:${about}`)
  },
}

/** Whether somebody works on it as one of many: a project has several people, a ticket one. */
const isOfOnePerson = (fitting: Fitting): boolean =>
  subjectTokens(fitting).some(
    ({ word, raw }) => (TRACKED.has(word) && !SHARED.has(word)) || /^\p{Lu}{2,}-\d+$/u.test(raw),
  )
const SHARED: ReadonlySet<string> = new Set([
  'project',
  'projekt',
  'release',
  'feature',
  'migration',
  'deployment',
  'service',
  'vorhaben',
  'teilprojekt',
])
