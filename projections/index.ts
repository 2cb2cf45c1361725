import { adminActions } from './admin-actions.js'
import { episodes } from './episodes.js'
import { memories } from './memories.js'
import { requests } from './requests.js'
import { trail } from './trail.js'

/**
 * The complete list of read models. The version goes into the name of the read schema: raise it whenever the same
 * events give other rows (a projection, or what `src/indexing/` makes of a text), and the rows are built anew.
 */
export const projections = { version: 2, all: [memories, trail, episodes, requests, adminActions] } as const
