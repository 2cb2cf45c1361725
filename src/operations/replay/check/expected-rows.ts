import type { Bank } from '../fold/bank.js'
import type { Episode, Memory } from '../fold/state.js'
import { duplicateRows, episodeRow, transcriptRows, turnRows } from './episode-rows.js'
import { accessRow, memoryRow, textRow } from './memory-rows.js'
import type { Row } from './read-rows.js'
import type { Table } from './tables.js'
import { readersRows, versionRows, wordingRows } from './trail-rows.js'

const OF_MEMORY: Readonly<Partial<Record<Table, (memory: Memory) => readonly Row[]>>> = {
  memory: (memory) => [memoryRow(memory)],
  memory_text: textRow,
  memory_access: (memory) => [accessRow(memory)],
  memory_version: versionRows,
  memory_wording: wordingRows,
  memory_readers: readersRows,
}
const OF_EPISODE: Readonly<Partial<Record<Table, (episode: Episode) => readonly Row[]>>> = {
  episode: (episode) => [episodeRow(episode)],
  episode_turn: turnRows,
  episode_transcript: transcriptRows,
  episode_duplicate: duplicateRows,
}

/** The memories and episodes of a page: those whose ids lie behind the first and not behind the last. */
export type Part = { readonly memories: readonly Memory[]; readonly episodes: readonly Episode[] }
export type Between = { readonly after: string | undefined; readonly last: string | undefined }

export const partOf = ({ memories, episodes }: Bank, between: Between): Part => ({
  memories: inRange(memories, between),
  episodes: inRange(episodes, between),
})

/** The rows of a table that follow from the log. */
export const expectedRows = ({ memories, episodes }: Part, table: Table): readonly Row[] => {
  const ofMemory = OF_MEMORY[table]
  const ofEpisode = OF_EPISODE[table]
  return [...(ofMemory ? memories.flatMap(ofMemory) : []), ...(ofEpisode ? episodes.flatMap(ofEpisode) : [])]
}

const inRange = <Thing>(things: ReadonlyMap<string, Thing>, { after = '', last }: Between): readonly Thing[] => {
  const found: Thing[] = []
  for (const [id, thing] of things) if (id > after && (last === undefined || id <= last)) found.push(thing)
  return found
}
