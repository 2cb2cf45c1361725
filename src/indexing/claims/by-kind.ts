import { aboutOf, type Fitting, needsOf, type Particular, plain, spokenValue, subjectTokens } from './draft.js'
import { exchange } from './exchanged.js'
import { isTelling } from './names.js'
import { normalised } from './normalise.js'
import { levelOf } from './places.js'
import { isPost, NO_FAVOURITE, POSITIONS, words } from './vocabulary.js'

/** What parts of an organisation are called. */
const DEPARTMENT =
  /^(?:(?:customer|technical|it|product|field|human|public|corporate|internal|external|software|data|legal|quality|business|facility|facilities|risk|investor|event|office|network|key|project|talent|people|brand|content|digital|inside|outside|online|retail|network|financial|management|materials|vendor|supplier|fleet|property|asset|credit|claims|tax|patient|student|media|press|community|partner|revenue|demand|change|knowledge|export|import|order|returns|after-sales|pre-sales|application|platform|user|strategic|industrial|mechanical|electrical|clinical|regulatory|environmental) )?(?:accounting|accounts|account management|affairs|analysis|administration|analytics|auditing|audit|communications|compliance|controlling|design|development|distribution|engineering|facilities|finance|fulfil?lment|hr|human resources|it|legal|logistics|maintenance|management|manufacturing|marketing|operations|payroll|planning|pr|procurement|production|product|purchasing|quality assurance|qa|quality|r&d|relations|research|resources|sales|security|service|services|support|training|treasury|warehousing|billing|collections|catering|dispatch|estates|experience|housekeeping|infrastructure|insight|intelligence|innovation|inspection|inventory|lending|merchandising|partnerships|reception|recruiting|recruitment|safety|scheduling|secretariat|shipping|strategy|success|supply chain|tax|technology|testing|translation|transport|underwriting|control|care)$/u

const DEPARTMENTS = /^(?:the )?(.+?)(?: (?:department|division|unit|section))?$/u
const SERVICE = words(
  'service app application site website server cluster database api system platform backend frontend bot portal shop worker gateway',
)
/** A region of a cloud: "eu-central-1". */
export const REGION = /^[a-z]{2,9}-[a-z]+-\d{1,2}$/u
const ORDINALS: readonly string[] =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
/** Where people sit, and where their cars stand. */
const SPOT = words('desk seat room office spot space bay place table locker cubicle booth berth stand')
const NUMBER = /^[a-z]?-?\d{1,4}(?:\.\d{1,3})?[a-z]?$/u

/** "Bella the dog", "Otto the dachshund". */
const isAnimal = (fitting: Fitting): boolean => {
  const said = subjectTokens(fitting)
  const genitive = said.findIndex(({ word }) => word === "'s")
  const to = genitive < 0 ? said.length : genitive
  return said[0]?.proper === true && said[to - 2]?.word === 'the' && said[to - 1]?.proper === false
}

const named = ({ clause, found }: Fitting): boolean => found.S !== undefined && isTelling(clause.tokens, ...found.S)

/** "Third", "3rd" and "3" are 3. */
export const ordinalOf = (said: string): string | undefined => {
  const at = ORDINALS.indexOf(said)
  return at >= 0 ? `${at + 1}` : /^(\d{1,3})(?:st|nd|rd|th)?$/u.exec(said)?.[1]
}

/** Ways to say something whose subject or value is of a kind that is known by its words. */
export const BY_KIND: Readonly<Record<string, Particular>> = {
  exchanged: exchange,
  'firm:department': (fitting, subject) => {
    const part = DEPARTMENTS.exec(spokenValue(fitting))?.[1] ?? ''
    if (subject.is === 'belonging') return null
    return DEPARTMENT.test(part)
      ? [{ subject, attribute: 'firm:department', value: normalised(part), needs: needsOf(fitting, subject) }]
      : fitting.relation.code === ''
        ? plain(fitting, subject, 'firm:department')
        : null
  },
  'trait:sleeping place': (fitting, subject) =>
    isAnimal(fitting) ? plain(fitting, subject, 'trait:sleeping place') : null,
  'trait:food': (fitting, subject) => (isAnimal(fitting) ? plain(fitting, subject, 'trait:food') : null),
  vet: (fitting, subject) => (subject.is === 'named' ? plain(fitting, subject, 'office:vet') : null),
  // "Runs with 3 replicas": a service has one number of them.
  scaled: (fitting, subject) => {
    const things = /^\d+ (replicas|instances|workers|shards|nodes)$/u.exec(spokenValue(fitting))?.[1]
    return things === undefined || subject.is !== 'named' || !subject.key.includes(' ')
      ? null
      : plain(fitting, subject, `measure:number of ${things}`)
  },
  cloudAt: (fitting, subject) =>
    subject.is === 'named' && subjectTokens(fitting).some(({ word }) => SERVICE.has(word))
      ? plain(fitting, subject, 'provider:cloud')
      : null,
  inRegion: (fitting, subject) => (REGION.test(spokenValue(fitting)) ? plain(fitting, subject, 'region') : null),
  inTable: (fitting, subject) => {
    const value = ordinalOf(spokenValue(fitting))
    return value === undefined || subject.is !== 'named' || !named(fitting)
      ? null
      : [{ subject, attribute: 'measure:league position', value, needs: needsOf(fitting, subject) }]
  },
  spotted: (fitting, subject) => {
    const about = aboutOf(fitting, 1) ?? ''
    return subject.is === 'named' && SPOT.has(about) && NUMBER.test(spokenValue(fitting))
      ? plain(fitting, subject, `number:${about}`)
      : null
  },
  likedBest: (fitting, subject) => {
    const about = aboutOf(fitting, 2)
    if (about === null || NO_FAVOURITE.has(about.split(' ').at(-1) ?? '')) return null
    return plain(fitting, subject, `favourite:${/^(?:dish|meal)$/.test(about) ? 'food' : about}`)
  },
  // Where somebody plays, or what office they hold: what the value looks like tells, and of an unknown word both.
  position: (fitting, subject) => {
    const drafts = plain(fitting, subject, 'position')
    const [draft] = drafts ?? []
    if (draft === undefined || isOnField(draft.value) || fitting.clause.tokens.some(({ word }) => PLAYING.has(word)))
      return drafts
    const held = { ...draft, attribute: 'job' }
    if (isPost(draft.value)) return [held]
    // "Her position is clear" names none.
    const office = subject.is === 'named' && (OFFICE.test(before(fitting)) || isNameLike(fitting))
    return office ? [draft, held] : drafts
  },
  // A country has a head of state, whatever else has a chair.
  presiding: (fitting, subject) =>
    plain(fitting, subject, levelOf(subject.key) === 'country' ? 'head_of_state' : 'chairperson'),
  // "Die Position des Erzbischofs": in the genitive.
  holds: (fitting, subject) => {
    const [draft] = named(fitting) ? (plain(fitting, subject, 'position') ?? []) : []
    const behind = before(fitting)
    if (draft === undefined || (behind !== 'of' && behind !== 'a' && behind !== 'an' && !isNameLike(fitting)))
      return null
    const value = behind === 'des' || behind === 'eines' ? draft.value.replace(GENITIVE, '') : draft.value
    return [{ ...draft, value, attribute: isOnField(value) ? 'position' : 'job' }]
  },
}
const OFFICE = /^(?:an?|of)$/

/** The word in front of the value. */
const before = ({ clause, found }: Fitting): string => clause.tokens[(found.V?.[0] ?? 0) - 1]?.word ?? ''

/** "Hat die Position von X verteidigt": a verb at the end. */
const isNameLike = ({ clause, found }: Fitting): boolean =>
  clause.tokens.slice(...(found.V ?? [0, 0])).findLast(({ word }) => /\p{L}/u.test(word))?.proper === true

const GENITIVE = /(?<=\p{L}{3})(?<!s)e?s$/u
const PLAYING = words('play plays playing spielt spiele spielst team pitch field squad side')
const isOnField = (value: string): boolean => POSITIONS.has(value.split(' ').at(-1) ?? '')
