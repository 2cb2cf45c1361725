/** What is held against the log, a memory's rows and an episode's apart. The first of each has a row for every id. */
export const MEMORY_TABLES = [
  'memory',
  'memory_text',
  'memory_access',
  'memory_version',
  'memory_wording',
  'memory_readers',
] as const
export const EPISODE_TABLES = ['episode', 'episode_turn', 'episode_transcript', 'episode_duplicate'] as const

export const TABLES = [...MEMORY_TABLES, ...EPISODE_TABLES] as const
export type Table = (typeof TABLES)[number]
