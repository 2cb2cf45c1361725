import type { Route } from '../route.js'
import { trail } from './audit.js'
import { health, memoryHealth, root } from './health.js'
import { ingest, ingestQuick } from './ingest.js'
import { expand, get, list, remove, stats } from './memories.js'
import { search, searchFast } from './search.js'

/** The whole interface. */
export const routes: readonly Route[] = [
  root,
  health,
  memoryHealth,
  ingest,
  ingestQuick,
  search,
  searchFast,
  expand,
  list,
  stats,
  get,
  remove,
  trail,
]

/** Paths of the interface that do not exist yet, and must not be taken for the id of a memory. */
export const reserved: readonly string[] = ['cap', 'audit', 'lessons', 'config', 'episodes'].map(
  (word) => `/v1/memories/${word}`,
)
