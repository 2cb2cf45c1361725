import type { Search } from './context.js'
import type { Match } from './score.js'
import { type Mode, recipesWith } from './search.js'

/** Which list tells whether a memory is still there, once this stage has run; the last that has run decides. */
const LISTS = new Map<string, List>([
  ['candidates', 'candidates'],
  ['score', 'matches'],
  ['read', 'memories'],
  ['floor', 'memories'],
])
type List = 'candidates' | 'matches' | 'memories'

export type Followed = {
  readonly result: Search
  /** The stage after which it was not there any more; null where it was returned. */
  readonly lostAt: string | null
  /** It as it was scored last, and its place. */
  readonly match: Match | null
  readonly rank: number | null
}

/** Runs a search from its beginning, and follows one memory through its stages. Fails as a search does. */
export const follow = async (
  start: Search,
  { memoryId, mode }: { readonly memoryId: string; readonly mode: Mode },
): Promise<Followed> => {
  let followed: Followed = { result: start, lostAt: null, match: null, rank: null }
  let list: List | undefined
  const isIt = ({ id }: { readonly id: string }): boolean => id === memoryId
  for (const { name, run } of recipesWith(start)[mode]) {
    const result = await run(followed.result)
    list = LISTS.get(name) ?? list
    const isLost = list !== undefined && !result[list].some(isIt)
    const place = result.matches.findIndex(isIt)
    followed = {
      result,
      // What is left out later makes room for what found no place.
      lostAt: isLost ? (followed.lostAt ?? name) : null,
      match: result.matches[place] ?? followed.match,
      rank: place < 0 ? followed.rank : place + 1,
    }
  }
  return followed
}
