import { ABOUT } from './about.js'
import { attributeOf, type Kind } from './attributes.js'
import { BY_FORM, isThing } from './by-form.js'
import { BY_GERMAN } from './by-german.js'
import { BY_HABIT } from './by-habit.js'
import { BY_KIND } from './by-kind.js'
import { BY_LIKENESS, isAnimal } from './by-likeness.js'
import { BY_MEASURE, condition } from './by-measure.js'
import { BY_MORE } from './by-more.js'
import { BY_ORIGIN } from './by-origin.js'
import { atSpot } from './by-place.js'
import { BY_SETTING } from './by-setting.js'
import { BY_STATE } from './by-state.js'
import { BY_VALUE } from './by-value.js'
import { BY_WORK } from './by-work.js'
import { BY_WORKADAY } from './by-workaday.js'
import { isOfOne } from './clock.js'
import { aboutOf, type Draft, type Fitting, isTown, needsOf, type Particular, plain, textAt } from './draft.js'
import { alternatives } from './exchanged.js'
import { isTelling } from './names.js'
import { dateOf } from './periods.js'
import { isStreet, levelOf } from './places.js'
import { isCondition } from './progress.js'
import type { Subject } from './subject.js'
import { ageOf } from './values.js'
import { DIETS, EVENT, EVENTS, MARITAL, OCCUPATION, PREMISES, RELIGION } from './vocabulary.js'

const FUNDS = new Set(['account', 'wallet', 'fund', 'konto', 'kasse'])

/** "works as a nurse at X" says two things. */
const withJob = (fitting: Fitting, subject: Subject, drafts: readonly Draft[] | null): readonly Draft[] | null => {
  const { X } = fitting.found
  if (drafts === null || X === undefined) return drafts
  const job = aboutOf(fitting, 4)
  return job === null ? null : [...drafts, { subject, attribute: 'job', value: job, needs: needsOf(fitting, subject) }]
}

/** Of these kinds a noun behind a name is part of the name: "the Atlas team". */
const NAMES: ReadonlySet<Kind> = new Set(['person', 'organisation', 'name', 'place'])

/** Ways to say something whose attribute or value is more than the words in the places of S and V. */
const PARTICULAR: Readonly<Record<string, Particular>> = {
  home: (fitting, subject) => {
    const drafts = subject.is === 'belonging' ? null : plain(fitting, subject, 'home')
    const [draft] = drafts ?? []
    const place = fitting.found.V ?? fitting.found.F
    if (draft === undefined || place === undefined) return null
    if (/^[a-z]+-[a-z]+-\d$/.test(draft.value)) return plain(fitting, subject, 'region')
    if (/^channel \d/.test(draft.value)) return [{ ...draft, attribute: 'moved' }]
    if (isStreet(draft.value)) return plain(fitting, subject, 'address')
    // "moved to Slack" is no removal.
    const sure = fitting.relation.how !== 'change' || isTown(fitting.clause.tokens, place)
    const moved = { ...draft, attribute: 'moved' }
    if (!sure && isThing(fitting)) return [moved]
    return sure ? [draft] : [{ ...draft, needs: 'former' }, moved]
  },
  removal: (fitting, subject) => {
    const { V, F } = fitting.found
    if (subject.is === 'belonging' || V === undefined || F === undefined || isThing(fitting)) return null
    if (isCondition(textAt(fitting, V) ?? '')) return plain(fitting, subject, 'status')
    // From one town to another, or from one employer to another: told by the names.
    const moved = isTown(fitting.clause.tokens, V) || isTown(fitting.clause.tokens, F)
    if (isStreet(textAt(fitting, V) ?? '')) return plain(fitting, subject, 'address')
    return moved ? plain(fitting, subject, 'home') : alternatives(fitting, subject)
  },
  employer: (fitting, subject) => withJob(fitting, subject, plain(fitting, subject, 'employer')),
  occupied: (fitting, subject) => {
    const job = textAt(fitting, fitting.found.X) ?? ''
    return OCCUPATION.test(job) ? withJob(fitting, subject, plain(fitting, subject, 'employer')) : null
  },
  creed: (fitting, subject) => {
    const drafts = plain(fitting, subject, 'religion')
    return RELIGION.test(drafts?.[0]?.value ?? '') ? drafts : null
  },
  funds: (fitting, subject) => {
    const place = fitting.found.S
    const whose = fitting.clause.tokens.slice(0, 3).some(({ word }) => word === 'konto')
    const account =
      whose || (place !== undefined && fitting.clause.tokens.slice(...place).some(({ word }) => FUNDS.has(word)))
    return account ? plain(fitting, subject, 'balance') : null
  },
  compound: (fitting, subject) => {
    const code = fitting.noun?.code ?? ''
    const kind = attributeOf(code)?.kind
    // "Anna's" is whose car it is.
    return kind === undefined ||
      code === 'trait:floor' ||
      NAMES.has(kind) ||
      subject.key.endsWith("'s") ||
      isPartOfName(fitting) ||
      /^\w+ed (?:to|from|for|by|with|until) /u.test(textAt(fitting, fitting.found.V) ?? '')
      ? null
      : plain(fitting, subject, code)
  },
  based: (fitting, subject) =>
    plain(fitting, subject, subject.is === 'speaker' || subject.is === 'relative' ? 'home' : 'headquarters'),
  location: (fitting, subject) => {
    const { clause, found } = fitting
    if (fitting.noun !== null && subject.is !== 'speaker') return plain(fitting, subject, 'location')
    const last = found.S === undefined ? '' : (clause.tokens[found.S[1] - 1]?.word ?? '')
    if (subject.is !== 'belonging' || found.V === undefined || !PREMISES.has(last)) return null
    if (dateOf(clause.tokens.slice(...found.V)) !== null) return null
    return plain(fitting, subject, 'location')
  },
  place: (fitting, subject) => {
    const [draft] = (subject.is === 'named' ? plain(fitting, subject, 'location') : null) ?? []
    if (draft === undefined) return null
    const spot = isTown(fitting.clause.tokens, fitting.found.V ?? [0, 0]) ? null : atSpot(fitting, subject)
    if (spot !== null) return [spot]
    const level = levelOf(draft.value)
    if (level === 'country' || level === 'continent') return [{ ...draft, attribute: level }]
    // One may be told of a part of the other, unless they are towns.
    if (isTown(fitting.clause.tokens, fitting.found.V ?? [0, 0])) return [{ ...draft, attribute: 'location' }]
    return [{ ...draft, attribute: 'location', needs: draft.needs === 'nothing' ? 'change' : draft.needs }]
  },
  condition,
  wedding: (_, subject) => [{ subject, attribute: 'marital_state', value: 'married', needs: subject.needs }],
  divorce: (_, subject) => [
    { subject, attribute: 'marital_state', value: 'divorced', needs: subject.needs },
    { subject, attribute: 'spouse', value: '', needs: subject.needs },
  ],
  when: (fitting, subject) => {
    const { clause, found } = fitting
    if (found.S === undefined) return null
    const named = clause.tokens.slice(...found.S)
    if (!named.some(({ word }) => EVENTS.has(word) || EVENT.test(word))) return null
    // "On Mondays" is told of what is held again and again: of a name of two words there is one.
    const every = clause.tokens[(found.V?.[0] ?? 0) - 1]?.word === 'every'
    const again = (every || /^(?:every .+|\S+days)$/u.test(textAt(fitting, found.V) ?? '')) && subject.key.includes(' ')
    const usual = subject.key.includes(' ') && isOfOne(named, textAt(fitting, found.V) ?? '')
    const sure = subject.is === 'named' && (again || usual || isTelling(clause.tokens, ...found.S))
    const drafts = plain(fitting, subject, 'time') ?? plain(fitting, subject, 'date')
    return sure ? drafts : (drafts?.map((draft) => ({ ...draft, needs: 'change' as const })) ?? null)
  },
  marital_state: (fitting, subject) => {
    const value = MARITAL.get(textAt(fitting, fitting.found.V) ?? '')
    if (value === undefined || subject.is === 'belonging') return null
    const draft: Draft = { subject, attribute: 'marital_state', value, needs: needsOf(fitting, subject) }
    const alone = value === 'single' || value === 'divorced' || value === 'widowed'
    return alone && subject.is !== 'named' ? [draft, { ...draft, attribute: 'spouse', value: '' }] : [draft]
  },
  spouse: (fitting, subject) => {
    const drafts = plain(fitting, subject, 'spouse')
    if (drafts === null) return null
    const [draft] = drafts
    if (draft === undefined) return null
    if (subject.is === 'named')
      return [draft, { ...draft, subject: { ...subject, key: draft.value }, value: subject.key }]
    return fitting.clause.ended ? drafts : [draft, { ...draft, attribute: 'marital_state', value: 'married' }]
  },
  diet: (fitting, subject) => {
    const value = DIETS.get(textAt(fitting, fitting.found.V ?? fitting.found.F) ?? '')
    return value === undefined ? null : [{ subject, attribute: 'diet', value, needs: needsOf(fitting, subject) }]
  },
  meat: (fitting, subject) =>
    fitting.clause.now || fitting.clause.denied
      ? [{ subject, attribute: 'diet', value: 'omnivore', needs: needsOf(fitting, subject) }]
      : null,
  smokes: (fitting, subject) =>
    subject.is === 'speaker' || subject.is === 'relative'
      ? [{ subject, attribute: 'smoking', value: 'yes', needs: needsOf(fitting, subject) }]
      : null,
  age: (fitting, subject) => {
    const value = fitting.found.V === undefined ? null : ageOf(fitting.clause.tokens, fitting.found.V)
    return value === null ||
      subject.is === 'belonging' ||
      /\b(?:age|alter)$/u.test(subject.key) ||
      (isThing(fitting) && !isAnimal(fitting))
      ? null
      : [{ subject, attribute: 'age', value, needs: needsOf(fitting, subject) }]
  },
  deadline: (fitting, subject) => (subject.is === 'speaker' ? null : plain(fitting, subject, 'deadline')),
}

/** "The colour of Linden House", "the author of the fire plan": that word belongs to the name. */
const isPartOfName = ({ clause: { tokens }, found: { S, N } }: Fitting): boolean =>
  S !== undefined && N !== undefined && tokens.slice(S[0] + 1, S[1]).some(({ word }) => word === 'of')

/** The claims of such a way; undefined if it is none. */
export const particular = (fitting: Fitting, subject: Subject): readonly Draft[] | null | undefined => {
  const code = fitting.relation.code === '' ? (fitting.noun?.code ?? '') : fitting.relation.code
  return (
    BY_HABIT[code] ??
    BY_MORE[code] ??
    BY_GERMAN[code] ??
    PARTICULAR[code] ??
    ABOUT[code] ??
    BY_FORM[code] ??
    BY_VALUE[code] ??
    BY_ORIGIN[code] ??
    BY_MEASURE[code] ??
    BY_STATE[code] ??
    BY_LIKENESS[code] ??
    BY_KIND[code] ??
    BY_SETTING[code] ??
    BY_WORKADAY[code] ??
    BY_WORK[code]
  )?.(fitting, subject)
}
