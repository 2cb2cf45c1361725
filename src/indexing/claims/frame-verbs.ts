import { dateOf } from './periods.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** Tokens in front of such a verb, at most. */
export const LONGEST_SUBJECT = 8

/** A verb that tells a state. */
export type FrameVerb = {
  /** One for all of its forms. */
  readonly lemma: string
  /** Whether it may tell a time of day, and whether it tells nothing else. */
  readonly times: boolean
  readonly timesOnly: boolean
  /** Whether what it tells may be of one occasion: only words of change say that it is so no more. */
  readonly loosely: boolean
  /** Whether people do it, too: "runs". */
  readonly busy: boolean
  readonly plural: boolean
  /** Whether a name at its end is all that it may tell. */
  readonly onlyNames: boolean
  readonly german: boolean
}

/**
 * Forms of verbs by what they may tell. Those of what somebody does, buys, likes, plays or knows are left out, because
 * another number is told of another occasion, and those of what passes or arrives, which it does more than once a day.
 */
const FORMS = {
  any: `is/are ist/sind stays/stay remains/remain bleibt/bleiben`,
  numbers: `has/have hat/haben costs/cost kostet/kosten weighs/weigh wiegt/wiegen seats/seat holds/hold fasst/fassen fits/fit houses/house
    stores/store contains/contain enthält/enthalten comprises/comprise umfasst/umfassen counts/count zählt/zählen totals/total amounts/amount
    beträgt/betragen measures/measure misst/messen spans/span covers/cover requires/require needs/need braucht/brauchen benötigt/benötigen
    verlangt/verlangen erlaubt/erlauben allows/allow permits/permit grants/grant charges/charge employs/employ beschäftigt/beschäftigen earns/earn
    verdient/verdienen listens/listen lauscht/lauschen uses/use nutzt/nutzen verwendet/verwenden sits/sit stands/stand steht/stehen
    lies/lie liegt/liegen gilt/gelten carries/carry keeps/keep offers/offer bietet/bieten yields/yield draws/draw owes/owe caps/cap retains/retain
    spawns/spawn serves/serve shares/share fills/fill heats/heat hält/halten speichert/speichern`,
  times: `opens/open öffnet/öffnen closes/close schließt/schließen begins/begin beginnt/beginnen ends/end endet/enden starts/start startet/starten
    finishes/finish shuts/shut expires/expire`,
  loosely: `takes/take lasts/last dauert/dauern pays/pay zahlt/zahlen bezahlt/bezahlen`,
  busy: `runs/run läuft/laufen`,
  names: `writes/write schreibt/schreiben logs/log points/point zeigt/zeigen reports/report meldet/melden belongs/belong gehört/gehören
    resolves/resolve binds/bind faces/face`,
} as const
type Tells = keyof typeof FORMS

/** In the third person English verbs end in an s. */
const GERMAN = /t$/
const WITH_TIMES: ReadonlySet<Tells> = new Set(['any', 'times', 'loosely', 'busy'])

const verbsOf = (tells: Tells): readonly (readonly [string, FrameVerb])[] =>
  FORMS[tells].split(/\s+/).flatMap((forms) => {
    const [lemma = '', ...plural] = forms.split('/')
    const verb: FrameVerb = {
      ...{ lemma, times: WITH_TIMES.has(tells), timesOnly: tells === 'times', onlyNames: tells === 'names' },
      ...{ loosely: tells === 'loosely', busy: tells === 'busy', plural: false, german: GERMAN.test(lemma) },
    }
    return [[lemma, verb] as const, ...plural.map((form) => [form, { ...verb, plural: true }] as const)]
  })

const VERBS: ReadonlyMap<string, FrameVerb> = new Map(
  (['names', 'busy', 'loosely', 'numbers', 'times', 'any'] as const).flatMap((tells) => verbsOf(tells)),
)

/** "Uses Jenkins": there may be more of them, but what took the place of that one is told by its name. */
export const USES = words('uses nutzt verwendet')

/** The verb at a token; undefined where none stands. */
export const frameVerbAt = (token: Token | undefined): FrameVerb | undefined =>
  token === undefined || token.proper ? undefined : VERBS.get(token.word)

type Day = { readonly value: string; readonly start: number; readonly end: number }

const DATED = words('is ist begins beginnt starts startet ends endet expires')
/** A month or more of a date, or a day of the week. */
const DATE = /^\d\d$|^(?:\d{4}-)?\d\d-\d\d$|^\d{4}-\d\d$|day$|tag$|woch$/u

/** "Emptied on Mondays", "due in May 2027". */
const DONE = /^(?:due|held|.{3,}ed|.{3,}en|ge.{3,}t)$/u
const ENDS = /^(?:out|until|till|through|up|bis|ab|aus)$/u

/** Where the words for a day begin: behind its preposition, and behind what is done then. */
const dayStart = (rest: readonly Token[], lemma: string): number => {
  const [first, second] = rest
  const done = /^(?:is|ist)$/.test(lemma) && first?.proper === false && DONE.test(first.word)
  const runs = /^(?:runs|läuft)$/.test(lemma) && ENDS.test(first?.word ?? '')
  if (!DATED.has(lemma) && !runs) return -1
  const from = done || (runs && /^(?:in|on|at|to|am|im)$/.test(second?.word ?? '')) ? 1 : 0
  const start = rest.findIndex(
    ({ word }, i) =>
      i >= from && !/^(?:on|every|at|am|der|den|the|in|im|out|until|till|through|up|to|bis|zum|by)$/.test(word),
  )
  return Math.max(start, 0)
}

/** "is Friday", "is on 3 March", "is every Friday", "is emptied on Mondays". */
export const dayIn = (rest: readonly Token[], lemma: string): Day | null => {
  const start = dayStart(rest, lemma)
  const said = start < 0 ? [] : rest.slice(start)
  const value = said.some(({ word }) => /[^\d.]/.test(word)) ? dateOf(said)?.replace(/days$/u, 'day') : undefined
  return value === undefined || !DATE.test(value) ? null : { value, start, end: rest.length }
}
