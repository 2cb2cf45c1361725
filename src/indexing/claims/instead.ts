import type { Token } from './tokens.js'

export const DOES = new Set(['do', 'does', 'did'])

/** "is not A but B": B, and A as what held before. */
export const insteadOf = (tokens: readonly Token[]): { tokens: readonly Token[]; former: readonly Token[] | null } => {
  const not = tokens.findIndex(
    ({ word }, i) => word === 'not' || word === 'nicht' || (word === 'no' && tokens[i + 1]?.word === 'longer'),
  )
  const gone = formerBehind(tokens, not) ?? formerJoined(tokens, not)
  if (gone !== null) return gone
  const but = tokens.findIndex(({ word }, i) => i > not && (word === 'but' || word === 'sondern'))
  if (not < 0 || but < 0 || but - not > 14) return { tokens, former: null }
  const behind = tokens[but + 1]
  const comma = tokens[but - 1]?.word === ',' ? 1 : 0
  const until = but - comma
  // "no longer for A but for B": the former begins behind the same preposition.
  const same = tokens.findLastIndex(({ word }, i) => i > not && i < until && word === behind?.word)
  const [from, cut] = same < 0 ? [not + 1, not] : [same + 1, same]
  const former = tokens.slice(from, until).filter(({ word }) => !/^(?:longer|mehr|anymore|just)$/.test(word))
  if (former.length === 0 || behind === undefined) return { tokens, former: null }
  const kept = tokens
    .slice(0, cut)
    .filter(({ word }, i) => i !== not && !(i === not + 1 && word === 'longer') && !(i === not - 1 && DOES.has(word)))
  return { tokens: [...kept, ...tokens.slice(but + 1)], former }
}

/** "is married to B and not to A": the former behind the same preposition, or a name. */
const formerJoined = (tokens: readonly Token[], not: number) => {
  if (not < 3 || !/^(?:and|und)$/.test(tokens[not - 1]?.word ?? '')) return null
  const rest = tokens.slice(not + 1).filter(({ word }) => !/^(?:longer|mehr|anymore|any|more)$/.test(word))
  const [first] = rest
  const same = first?.proper === false && tokens.slice(0, not).some(({ word }) => word === first.word)
  const former = same ? rest.slice(1) : rest
  const named = former.length > 0 && former.length < 6 && former.every(({ proper }) => proper)
  return named && (same || former === rest) ? { tokens: tokens.slice(0, not - 1), former } : null
}

/** "is B, no longer A". */
const formerBehind = (tokens: readonly Token[], not: number) => {
  const [comma, , longer] = not > 2 ? tokens.slice(not - 1, not + 2) : []
  if (comma?.word !== ',' || (longer?.word !== 'longer' && longer?.word !== 'mehr')) return null
  const former = tokens.slice(not + 2)
  const whole = former.length > 0 && former.length < 8 && former.every(({ word }) => word !== ',' && word !== 'but')
  return whole ? { tokens: tokens.slice(0, not - 1), former } : null
}
