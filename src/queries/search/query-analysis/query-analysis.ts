import { composed } from '../../../indexing/fold.js'
import type { Language } from '../../../indexing/stop-words.js'
import { queryWords } from '../term-statistics.js'
import { type AskedKind, askedKinds, asksAssistant, asksForThePast } from './expected-kinds.js'
import { type AskedDate, readAskedTime } from './query-dates.js'

/** What a query asks for beside its words: memories of a time, answers of a kind. */
export type Asked = {
  readonly dates: readonly AskedDate[]
  readonly kinds: readonly AskedKind[]
  /** It says nothing but a time: "what happened last week?". */
  readonly timeAlone: boolean
  /** It asks for what the machine side said: "what did you recommend?". */
  readonly ofAssistant: boolean
  /** It asks for what was, not for what is: "where did I live before?". */
  readonly ofThePast: boolean
}

/** Words that ask for whatever there was, with accents folded. */
const WHATEVER = new Set(
  (
    'happen happened happens happening go went going gone event events anything everything something do did done doing ' +
    'plan planned plans scheduled calendar agenda date day days time remember recall know tell show list memories memory ' +
    'passiert geschehen geschah los gemacht getan machte machten machen gab gibt geben steht stand ansteht vor geplant kalender ' +
    'termine war waren erlebt weisst erinnerst alles etwas paso pasaba ocurrio sucedio hice hizo hicimos hicieron hacer ' +
    'hay habia hubo planes tengo passe arrive fait faisait faire eu prevu prevus avait aconteceu acontece fiz fez fizemos houve ' +
    'tinha successo accaduto fatto facevo fare previsto gebeurd gebeurde gebeurt gedaan deed deden gepland'
  ).split(' '),
)

const plain = (word: string): string => word.normalize('NFD').replace(/\p{Mn}+/gu, '')

/** `today`, YYYY-MM-DD, is the day that relative dates count from. */
export const readAsked = (query: string, today: string, language: Language): Asked => {
  const { dates, rest, evident } = readAskedTime(query, today, language)
  const words = evident ? queryWords(composed(rest), language) : []
  const ofAssistant = asksAssistant(query)
  return {
    dates,
    kinds: askedKinds(query),
    ofAssistant,
    ofThePast: asksForThePast(query),
    timeAlone: evident && words.every((word) => WHATEVER.has(plain(word))),
  }
}
