import type { Variables } from '../../src/config/config.js'

/** In memory, and with no room there. */
const WAYS: readonly { readonly way: string; readonly variables: Variables }[] = [
  { way: 'in memory', variables: {} },
  { way: 'in the database', variables: { SEARCH_MEMORY_MB: '0' } },
]

/** Each of these databases twice: users are searched in memory there, or in the database. */
export const searchedBothWays = <Database extends object>(databases: readonly Database[]) =>
  databases.flatMap((database) => WAYS.map((way) => ({ ...database, ...way })))
