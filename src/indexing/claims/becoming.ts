import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

const AUXILIARIES = words('has have was were is are got gets been wurde wurden ist sind hat haben sich')
const CHANGED = words(
  `changed raised lowered increased decreased reduced cut moved switched set reset bumped updated dropped fell rose risen fallen gone went turned shifted
  adjusted extended shortened upped climbed stieg stiegen sank sanken fiel fielen`,
)
/** German verbs that stand at the end. */
const AT_END = words(
  'geändert erhöht gesenkt gesetzt angehoben reduziert verlegt verschoben gestiegen gesunken gefallen umgestellt verlängert verkürzt worden',
)
const LONGEST_FORMER = 4

/** Where the value stands that something has been changed to, and the one before; null where nothing is told to have changed. */
export type Becoming = {
  readonly value: readonly [number, number]
  readonly former: readonly [number, number] | null
}

/** Whether such words may begin at a token. */
export const mayBecome = (token: Token | undefined): boolean =>
  token !== undefined && (AUXILIARIES.has(token.word) || CHANGED.has(token.word))

/** "was raised from 5 to 6", "wurde von 5 auf 6 erhöht": from the verb of a clause on. */
export const becomingAt = (tokens: readonly Token[], at: number): Becoming | null => {
  let from = at
  while (from < at + 3 && AUXILIARIES.has(tokens[from]?.word ?? '')) from++
  const english = CHANGED.has(tokens[from]?.word ?? '')
  if (english) from++
  if (/^(?:up|down|over)$/.test(tokens[from]?.word ?? '')) from++
  let end = tokens.length
  while (AT_END.has(tokens[end - 1]?.word ?? '')) end--
  if (!english && (end === tokens.length || from === at)) return null
  const first = tokens[from]?.word ?? ''
  const to =
    first === 'from' || first === 'von' ? tokens.findIndex(({ word }, i) => i > from && IS_TO.test(word)) : from
  if (!IS_TO.test(tokens[to]?.word ?? '') || to - from > LONGEST_FORMER || to + 1 >= end) return null
  return { value: [to + 1, end], former: to === from ? null : [from + 1, to] }
}
const IS_TO = /^(?:to|auf)$/
