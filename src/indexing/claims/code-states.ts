import { type Fitting, subjectTokens } from './draft.js'
import { ARTICLES } from './names.js'
import { normalised } from './normalise.js'
import { isCondition } from './progress.js'
import type { Subject } from './subject.js'
import { words } from './vocabulary.js'

/** "cache-proxy", "user_api", "db2", "Ticket FIN-77": what programs, machines and papers are called. */
const CODED =
  /^(?:[a-z]+(?:[-_][a-z\d]+)+|[a-z]+\d+)$|^(?:ticket|case|issue|bug|fall|vorgang|task|aufgabe|order|auftrag) \S*\d/u

/** Whether it is told of a program, a machine or a paper, which has one owner and one state. */
export const codeOfThing = (fitting: Fitting, { key, is }: Subject): boolean => {
  const said = subjectTokens(fitting)
  const article = ARTICLES.has(said[0]?.word ?? '')
  return is === 'named' && !article && CODED.test(key) && said.every(({ raw }) => !/^\p{Lu}\p{Ll}+-\p{Lu}/u.test(raw))
}

const STATES = words(
  `gestört abgeschaltet ausgeschaltet eingeschaltet erreichbar unerreichbar ausgefallen gestartet degraded healthy unhealthy broken idle
  stable unstable unreachable reachable deprecated retired live beta locked unlocked suspended crashed`,
)
const MORE =
  /^(?:(?:im|in) (?:review|betrieb|leerlauf|test|wartung|arbeit|bearbeitung|prüfung)|out of (?:service|order)|in (?:maintenance|review|service|progress|testing)|under maintenance|switched (?:on|off)|shut down|turned (?:on|off))$/u

/** The state that a phrase in lower case tells; undefined where it is none. */
export const alikeState = (said: string): string | undefined => {
  const plain = said.replace(/^(?:im|in) (?:status|zustand) /u, '')
  const known = STATES.has(plain) || MORE.test(plain) || isCondition(plain)
  return known ? normalised(plain.replace(/^(?:in|im|under) /u, '')) : undefined
}
