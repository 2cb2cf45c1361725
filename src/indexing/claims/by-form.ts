import { amountOf } from './amounts.js'
import { REGION } from './by-kind.js'
import { kept } from './by-place.js'
import { PARTIES } from './by-value.js'
import { aboutOf, type Draft, type Fitting, loosely, type Particular, plain, textAt } from './draft.js'
import { alternatives } from './exchanged.js'
import { ARTICLES } from './names.js'
import { levelOf } from './places.js'
import { isCondition } from './progress.js'
import type { Subject } from './subject.js'
import { IP_ADDRESS } from './values.js'
import { EVENT, EVENTS, OCCUPATIONS, POSITIONS, words } from './vocabulary.js'

const at = (fitting: Fitting, place: readonly [number, number] | undefined): string => textAt(fitting, place) ?? ''

const SCHOOL =
  /school|elementary|prep\b|academy|primary|kindergarten|grammar|gymnasium|schule|gesamtschule|lyzeum|kita|schule$|\bhigh$/u
const UNIVERSITY = /universit|college|institute|polytechnic|hochschule|\buni\b|\beth\b|\bmit\b/u
const LEAGUE =
  /league|division|conference|championship|\bserie\b|liga|premiership|eredivisie|(?:basketball|football|hockey|baseball|soccer|rugby|volleyball|handball) association/u
const ROOM =
  /^(?:the |dem |der |den )?(?:(?:(?:meeting |conference )?room|hall|building|lab|office|raum|saal|zimmer|studio) \S+|(?:the |dem |der |die |den )?\S*(?:saal|zimmer|halle|aula|auditorium|lounge)|\S+(?: \S+)? (?:room|hall|auditorium|lounge|lab|theatre|studio|saal|raum|zimmer))$/u
const HOST = /^[a-z\d-]+(?:\.[a-z\d-]+)+$/
const DEGREES = /(?:degree|°|grad\b|celsius|fahrenheit)/u

const HEATED = /\b(?:thermostat|heating|heater|fridge|freezer|oven|boiler|room|office|nursery|studio)\b|heizung/u

/** What a setting of a program is called. */
const SETTING =
  /^(?:(?:setting|parameter|variable|option|flag|config key) )?\S*[a-z][_.]\S+$|^(?:setting|parameter|variable|option|flag) \S+$/u

const GENRES = words(
  `jazz rock pop folk techno blues reggae punk metal soul funk house disco country rap hip-hop trance ambient grunge ska swing opera
  indie gospel electronica drum-and-bass schlager klassik volksmusik`,
)
const PETS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    dog: 'dog puppy hund hunde hundes',
    cat: 'cat kitten katze kater',
    pet: 'hamster rabbit parrot horse kaninchen pferd',
  }).flatMap(([kind, all]) => all.split(' ').map((word) => [word, kind] as const)),
)
/** One joins them without working for them. */
const NO_FIRM =
  /\b(?:team|club|party|project|choir|band|gym|church|union|army|navy|course|class|group|committee|board|network|community|league|association|society|forum|program|programme|meeting|call|server|channel|facebook|instagram|twitter|tiktok|linkedin|whatsapp|telegram|discord|slack|zoom|netflix|spotify|tinder|reddit|strava|patreon|nato|eu|un|rotary|mensa|navy|reserve|crew|cast|council|studio|fitness|fc|united|rovers|academy)\b/u

/** Whether a subject is written with an article: a thing, and nobody who moves house. */
export const isThing = ({ clause, found }: Fitting): boolean =>
  found.S !== undefined && ARTICLES.has(clause.tokens[found.S[0]]?.word ?? '')

const isEvent = ({ clause, found }: Fitting): boolean =>
  found.S !== undefined && clause.tokens.slice(...found.S).some(({ word }) => EVENTS.has(word) || EVENT.test(word))

const HELD = words('statt tagt trifft meets place held')

/** An event that is held in a room. */
const heldAt: Particular = (fitting, subject) => {
  const { clause, found, end } = fitting
  const once = clause.tokens.slice(end).some(({ word }) => /^(?:today|tonight|tomorrow|heute|morgen)$/.test(word))
  const held = isEvent(fitting) || clause.tokens.some(({ word }) => HELD.has(word))
  return !once && held && ROOM.test(at(fitting, found.V)) ? plain(fitting, subject, 'room') : null
}

/** "My number has changed": the only one, most often that of a mobile phone. */
const withMobile = (fitting: Fitting, { is }: Subject, drafts: readonly Draft[] | null): readonly Draft[] | null => {
  const changed = fitting.relation.how === 'change' || fitting.clause.now || fitting.noun?.fresh === true
  return (
    drafts?.flatMap((draft) =>
      changed && is === 'speaker' ? [draft, { ...draft, attribute: 'phone:mobile' }] : draft,
    ) ?? null
  )
}

/** Ways to say something whose attribute is told by what the value, or the subject, looks like. */
export const BY_FORM: Readonly<Record<string, Particular>> = {
  joined: (fitting, subject) => {
    const value = at(fitting, fitting.found.V)
    const first = fitting.clause.tokens[fitting.found.V?.[0] ?? 0]
    const drafts = isThing(fitting) || subject.is === 'belonging' ? null : plain(fitting, subject, 'employer')
    if (PARTIES.test(value)) return subject.is === 'belonging' ? null : plain(fitting, subject, 'firm:political party')
    const firm = first?.proper === true && !ARTICLES.has(first.word) && !NO_FIRM.test(value)
    return firm ? drafts : (drafts?.map((draft) => ({ ...draft, needs: 'former' as const })) ?? null)
  },
  promoted: (fitting, subject) => plain(fitting, subject, LEAGUE.test(at(fitting, fitting.found.V)) ? 'league' : 'job'),
  traded: alternatives,
  trade: (fitting, subject) =>
    OCCUPATIONS.has(at(fitting, fitting.found.V).split(' ').at(-1) ?? '') && subject.is !== 'belonging'
      ? plain(fitting, subject, 'job')
      : null,
  became: (fitting, subject) => {
    const drafts = plain(fitting, subject, 'job')
    const sure = OCCUPATIONS.has(at(fitting, fitting.found.V).split(' ').at(-1) ?? '')
    return sure ? drafts : (drafts?.map((draft) => ({ ...draft, needs: 'former' as const })) ?? null)
  },
  shift: (fitting, subject) => {
    if (isCondition(at(fitting, fitting.found.V))) return plain(fitting, subject, 'status')
    const moment = isEvent(fitting) ? (plain(fitting, subject, 'time') ?? plain(fitting, subject, 'date')) : null
    return moment ?? heldAt(fitting, subject) ?? (subject.is === 'belonging' ? null : alternatives(fitting, subject))
  },
  // "Der Chef von X" leads it, "mein Chef" leads me.
  chef: (fitting, subject) => plain(fitting, subject, subject.is === 'named' ? 'head' : 'manager'),
  companion: (fitting, subject) => (subject.is === 'speaker' ? loosely(plain(fitting, subject, 'partner')) : null),
  post: (fitting, subject) => {
    const last = at(fitting, fitting.found.V).split(' ').at(-1) ?? ''
    return POSITIONS.has(last) && subject.is !== 'belonging' ? plain(fitting, subject, 'position') : null
  },
  player: (fitting, subject) => {
    if (subject.is === 'belonging' || isThing(fitting)) return null
    // Who "has signed with X" may play, or sing; who plays for a country plays for a club, too.
    const label = fitting.relation.how === 'change' ? plain(fitting, subject, 'record_label') : null
    const [team] = plain(fitting, subject, 'team') ?? []
    const country = team !== undefined && levelOf(team.value) === 'country'
    return country ? [{ ...team, attribute: 'firm:national team' }] : [...(team ? [team] : []), ...(label ?? [])]
  },
  team: (fitting, subject) => {
    const drafts = plain(fitting, subject, 'team')
    return subject.is === 'named' ? drafts : loosely(drafts)
  },
  pupil: (fitting, subject) => {
    const value = at(fitting, fitting.found.V)
    const studies = fitting.clause.tokens.some(({ word }) => word.startsWith('stud'))
    if (subject.is === 'belonging') return null
    if (UNIVERSITY.test(value)) return plain(fitting, subject, 'university')
    if (SCHOOL.test(value)) return plain(fitting, subject, 'school')
    return studies && fitting.relation.how === 'state' ? plain(fitting, subject, 'university') : null
  },
  league: (fitting, subject) =>
    LEAGUE.test(at(fitting, fitting.found.V)) || fitting.noun !== null ? plain(fitting, subject, 'league') : null,
  music: (fitting, subject) => {
    const about = aboutOf(fitting, 3)
    const last = about?.split(' ').at(-1) ?? ''
    return about !== null && GENRES.has(last) ? [{ subject, attribute: 'genre', value: about, needs: 'change' }] : null
  },
  hosting: (fitting, subject) => {
    const value = at(fitting, fitting.found.V).replace(/^(?:the )?region /, '')
    const attribute = IP_ADDRESS.test(value)
      ? 'ip_address'
      : REGION.test(value)
        ? 'region'
        : HOST.test(value)
          ? 'hostname'
          : ''
    return subject.is === 'speaker' ? null : plain(fitting, subject, attribute)
  },
  session: heldAt,
  setting: (fitting, subject) => {
    const { clause, found } = fitting
    const amount = found.V === undefined ? null : amountOf(clause.tokens.slice(...found.V))
    if (subject.is === 'named' && SETTING.test(subject.key)) return plain(fitting, subject, 'trait:setting')
    if (amount === null || subject.is === 'speaker' || !DEGREES.test(amount)) return null
    // "The kiln is kept at 980 °C" is known by its own words, and "in winter" is not always.
    if (amount.includes('°') && (fitting.clause.timed || !HEATED.test(subject.key))) return null
    const heater = /^(?:thermostat|heizung|heating|heater)$/.test(subject.key)
    const whose = heater ? { ...subject, key: 'thermostat' } : subject
    return [{ subject: whose, attribute: 'setpoint', value: amount, needs: subject.needs }]
  },
  temperature: (fitting, subject) =>
    plain(
      fitting,
      subject,
      fitting.clause.tokens.some(({ word }) => /^(?:set|eingestellt|gestellt)$/.test(word))
        ? 'setpoint'
        : 'temperature',
    ),
  call: (fitting, subject) => {
    const [draft] = plain(fitting, subject, 'phone') ?? []
    if (draft === undefined || draft.value.replace(/\D/g, '').length < 6) return null
    return withMobile(fitting, subject, [draft])
  },
  reach: (fitting, subject) => {
    const value = at(fitting, fitting.found.V)
    if (value.includes('@')) return plain(fitting, subject, 'email')
    if (value.replace(/\D/g, '').length < 6 || IP_ADDRESS.test(value)) return null
    return withMobile(fitting, subject, plain(fitting, subject, 'phone'))
  },
  pet: (fitting, { key }) => {
    const about = PETS.get(aboutOf(fitting, 1) ?? '') ?? null
    const owner = key === '' ? 'user' : key
    if (about === null) return null
    return plain(fitting, { key: `${about} of ${owner}`, is: 'relative', needs: 'change' }, 'name')
  },
  kept,
  car: (fitting, subject) => {
    const place = fitting.found.V
    const named = place !== undefined && fitting.clause.tokens.slice(...place).some(({ proper }) => proper)
    return named || fitting.relation.how === 'end' ? plain(fitting, subject, 'car') : null
  },
}
