import type { Databases } from '../../src/postgres/database.js'
import type { Followed } from '../../src/projector/followed.js'

/** Every projector leads, as if there were no lock: only the compare-and-set of the checkpoint keeps them apart. */
export const unopposed = ({ listen }: Databases): Followed['locks'] => ({
  listen,
  lock: async () => ({ lost: new AbortController().signal, release: async () => {} }),
})
