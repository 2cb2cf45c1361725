import { smallNumber } from './amounts.js'
import { ofNamed } from './by-likeness.js'
import { aboutOf, certain, type Draft, type Fitting, type Particular, plain, spokenValue, told } from './draft.js'
import { isTelling, textOf } from './names.js'
import { normalised } from './normalise.js'
import { dateOf } from './periods.js'
import { type Subject, subjectOf } from './subject.js'
import type { Token } from './tokens.js'
import { EVENTS, words } from './vocabulary.js'

/** What a team, a club or a family holds again and again, and has one of. */
const REGULAR = words(
  'standup stand-up daily retro retrospective planning refinement grooming review demo weekly jour-fixe huddle check-in all-hands townhall probe besprechung teambesprechung teammeeting rehearsal practice training meeting sync lunch breakfast stammtisch debrief briefing',
)
/** In front of them they change nothing. */
const BLAND = /^(?:weekly|daily|monthly|regular|usual|fixed|main) /u
const GROUPS = /\S (?:team|squad|crew|choir|band|club|group|department|board|committee|orchestra|chapter|guild|class)$/u

const GERMAN_GROUP = /^(?:team|abteilung|chor|gruppe|mannschaft|kapelle|verein) \S/u

const eventIn = (fitting: Fitting, subject: Subject): string | null => {
  const about = aboutOf(fitting, 3)?.replace(BLAND, '') ?? ''
  return REGULAR.has(about) && subject.is === 'named' && (GROUPS.test(subject.key) || GERMAN_GROUP.test(subject.key))
    ? `${about} of ${subject.key}`
    : null
}

const DAY = /day$|tag$|^mittwoch$/u
const dayIn = ({ clause, found }: Fitting): string | null => {
  const said = clause.tokens.slice(...(found.V ?? [0, 0])).filter(({ word }) => !/^(?:every|each|a|on|der)$/.test(word))
  const day = dateOf(said)
  return day !== null && DAY.test(day) ? day : null
}

/** "Dagmar Ziegler Sopran": what somebody has stands behind the name. */
export const parted = ({ clause, found, speaker }: Fitting): { subject: Subject; value: Token } | null => {
  const [from, to] = found.V ?? [0, 0]
  const value = clause.tokens[to - 1]
  const subject = to - from < 2 ? null : subjectOf(clause.tokens, [from, to - 1], speaker)
  return subject?.is !== 'named' || value === undefined ? null : { subject, value }
}

const VOICES = words(
  'soprano mezzo mezzo-soprano alto contralto countertenor tenor baritone bass bass-baritone treble sopran mezzosopran alt bariton tenor bass countertenor kontraalt bassbariton',
)
const CHOIR = /(?:chor|choir|chorus|kantorei|ensemble|singers|schola|gesangverein)$/u
const voice = (fitting: Fitting, subject: Subject, said: string): readonly Draft[] | null => {
  const choir = aboutOf(fitting, 4) ?? ''
  const part = /^(?:first|second|erster|zweiter|1\.?|2\.?) (.+)$/u.exec(said)?.[1] ?? said
  return VOICES.has(part) && CHOIR.test(choir) ? told(subject, `trait:voice:${choir}`, said) : null
}

/** What lasts as long every time, by its one form. */
const LASTING: Readonly<Record<string, string>> = Object.fromEntries(
  'sprint iteration cycle lesson shift term break rehearsal session practice lecture class round visit appointment rotation'
    .split(' ')
    .flatMap((one) => [
      [one, one],
      [/(?:ss|s)$/.test(one) ? `${one}es` : `${one}s`, one],
    ]),
)
const SPAN = /^\d[\d.]* (?:second|minute|min|hour|h|day|week|month|year)s?$/u
const lasting: Particular = (fitting, subject) => {
  const one = LASTING[aboutOf(fitting, 1) ?? '']
  const drafts = one === undefined ? null : plain(fitting, subject, `measure:${one} length`)
  return drafts?.every(({ value }) => SPAN.test(value)) === true ? drafts : null
}

const SPRINTS = /^(\p{L}+|\d+)[- ](day|week|month)$/u

/** Of children in a kindergarten: what their group is called after. */
const CHILDREN =
  /^(?:die |den |der )?(?:bären|igel|frösche?|frosch|mäuse|maus|sonnen|regenbogen|sternen?|hasen|fuchs|füchse|löwen|tiger|eulen|schmetterlings?|käfer|marienkäfer|bienen|enten|elefanten|delfin|delphin|fische?|wolken|mond|blumen|zwergen|wichtel|kobold|piraten|spatzen|raupen|giraffen|pinguin|schnecken|drachen|katzen|eichhörnchen|dachs|biber|waschbären|maulwurf|ameisen|libellen|pusteblumen|gänseblümchen|rote|blaue|gelbe|grüne|orange)[- ]?n? ?gruppe$/u

const kitaGruppe: Particular = ofNamed((fitting, subject) => {
  const group = spokenValue(fitting)
  const whole = isTelling(fitting.clause.tokens, ...(fitting.found.S ?? [0, 0]))
  return CHILDREN.test(group) && whole
    ? told(subject, 'trait:kita-gruppe', normalised(group.replace(/^(?:die|den|der) /u, '')))
    : null
})

/** What a number says of a person or a place, and of which there is one. */
const GRADES = words(
  'steuerklasse lohnsteuerklasse pflegegrad pflegestufe entgeltgruppe gehaltsgruppe lohngruppe gehaltsstufe besoldungsgruppe tarifgruppe tarifzone sf-klasse schadenfreiheitsklasse',
)
const GRADE = /^\p{L}{0,2}-?\d{1,2}\p{L}?$|^[ivx]{1,4}$/u

const BINS =
  /^(?:restmull|restmulltonne|biomull|biotonne|papiermull|altpapier|papiertonne|papier|gelbe tonne|gelbe sack|gelben sack|mull|hausmull|sperrmull|glas|altglas|grunschnitt|plastik|plastikmull|schwarze tonne|braune tonne|blaue tonne|graue tonne|mulltonne)$/u
const binDay: Particular = (fitting, subject) => {
  const about = fitting.found.X === undefined ? 'mull' : (aboutOf(fitting, 2) ?? '')
  const day = dayIn(fitting)
  return day !== null && BINS.test(about) && subject.is === 'named'
    ? told(subject, `day:collection day:${about}`, day)
    : null
}

/** "Wird die gelbe Tonne montags geleert": the day stands behind what is emptied. */
const binDayBehind: Particular = (fitting, subject) => {
  const [from, to] = fitting.found.V ?? [0, 0]
  if (to - from < 2) return null
  return binDay({ ...fitting, found: { ...fitting.found, X: [from, to - 1], V: [to - 1, to] } }, subject)
}

const DAYS_OF =
  /^(?:proben?|trainings|markt|liefer|putz|wasch|team|chor|ubungs|spiel|bade|einkaufs|koch|vereins|haupt|back|dienst|kuchen)(?:tag|abend|termin)$|^stammtisch$/u
const dayOf: Particular = (fitting, subject) => {
  const about = aboutOf(fitting, 1) ?? ''
  const day = dayIn(fitting)
  return day !== null && DAYS_OF.test(about) && subject.is === 'named'
    ? told({ ...subject, needs: 'nothing' }, `day:${about}`, day)
    : null
}

/** What is told of children, choirs and teams, of days and of how long things last. */
export const CHILD_WAYS: Readonly<Record<string, Particular>> = {
  eventOf: (fitting, subject) => {
    const key = eventIn(fitting, subject)
    if (key === null) return null
    const event = { ...fitting, noun: null }
    return certain(
      plain(event, { ...subject, key }, 'time') ??
        (dayIn(fitting) === null ? null : told({ ...subject, key }, 'date', dayIn(fitting) ?? '')),
    )
  },
  eventIn: (fitting, subject) => {
    const key = eventIn(fitting, subject)
    const room = fitting.clause.tokens.slice(...(fitting.found.V ?? [0, 0]))
    return key === null || !room.some(({ proper, word }) => proper || /\d/.test(word)) || dateOf(room) !== null
      ? null
      : certain(told({ ...subject, key }, 'room', normalised(spokenValue(fitting))))
  },
  spanOf: lasting,
  rhythmOf: (fitting, subject) => {
    const [, count = '', unit] = SPRINTS.exec(spokenValue(fitting)) ?? []
    const number = smallNumber(count)
    return number === undefined || unit === undefined || subject.is !== 'named'
      ? null
      : told(subject, 'measure:sprint length', `${number} ${unit}`)
  },
  groupOf: ofNamed((fitting, subject) => {
    const said = fitting.clause.tokens.slice(...(fitting.found.V ?? [0, 0]))
    return said.length > 0 && said.length < 3 && said.some(({ proper }) => proper)
      ? told(subject, 'trait:nursery group', normalised(textOf(said, 0, said.length)).replace(/ (?:group|room)$/u, ''))
      : null
  }),
  kitaGruppe,
  graded: (fitting, subject) => {
    const about = aboutOf(fitting, 1) ?? ''
    const grade = spokenValue(fitting)
    const code = fitting.codeOf(about)
    return GRADES.has(about) && GRADE.test(grade) && code !== undefined && subject.is !== 'belonging'
      ? told(subject, code, grade)
      : null
  },
  müll: binDay,
  müllBehind: binDayBehind,
  singt: ofNamed((fitting, subject) => voice(fitting, subject, spokenValue(fitting))),
  stimme: (fitting, subject) => voice(fitting, subject, spokenValue(fitting).replace(/^(?:der|die|das) /u, '')),
  voiceIn: ofNamed((fitting, subject) => voice(fitting, subject, spokenValue(fitting))),
  singtIm: (fitting) => {
    const one = parted(fitting)
    return one === null ? null : voice(fitting, one.subject, one.value.word)
  },
  tagOf: dayOf,
  tagAt: dayOf,
}

/** Whether a key names what a team holds: "falcon team retro". */
export const heldBy = (key: string): readonly [event: string, team: string] | null => {
  const [event = '', ...before] = key.split(' ').reverse()
  const team = before.reverse().join(' ')
  return (REGULAR.has(event) || EVENTS.has(event)) && GROUPS.test(team) ? [event, team] : null
}
