import type { Databases } from '../../src/postgres/database.js'
import { createLeadership, type Leadership } from '../../src/projector/leader-election.js'

/** Every projector leads, as if there were no lock: only the compare-and-set of the checkpoint keeps them apart. */
export const unopposed = (databases: Databases): Leadership => ({
  ...createLeadership(databases),
  lead: async () => ({ lost: new AbortController().signal, release: async () => {} }),
})
