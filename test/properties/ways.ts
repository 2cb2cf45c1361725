import { agents, episode, episodes, owned } from './owner-ways.js'
import type { Way } from './reading.js'
import { recalledIn, receipts } from './recall-ways.js'
import { expand, filteredList, list, pages, single, stats, trail } from './record-ways.js'
import { searchAgents, searchAll, searchAllFast, searchFew, searchPast, searchSome } from './search-ways.js'

/** Every way to read. */
export const ways: Readonly<Record<string, Way>> = {
  list,
  filteredList,
  pages,
  single,
  expand,
  stats,
  trail,
  searchAll,
  searchAllFast,
  searchAgents,
  searchPast,
  searchFew,
  searchSome,
  receipts,
  recalledIn,
  episodes,
  episode,
  owned,
  agents,
}
