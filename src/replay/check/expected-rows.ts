import type { Bank } from '../fold/bank.js'
import type { Episode, Memory } from '../fold/state.js'
import { conversationRow, episodeRow } from './episode-rows.js'
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
  episode_text: (episode) => [conversationRow(episode)],
}

/** The ids of a page: behind the first, and not behind the last. */
export type Between = { readonly after: string | undefined; readonly last: string | undefined }

/** The rows that follow from the log, of the memories or episodes whose ids lie in the range. */
export const expectedRows = (bank: Bank, table: Table, between: Between): readonly Row[] => {
  const ofMemory = OF_MEMORY[table]
  const ofEpisode = OF_EPISODE[table]
  return [
    ...(ofMemory ? inRange(bank.memories, between).flatMap(ofMemory) : []),
    ...(ofEpisode ? inRange(bank.episodes, between).flatMap(ofEpisode) : []),
  ]
}

const inRange = <Thing>(things: ReadonlyMap<string, Thing>, { after, last }: Between): readonly Thing[] =>
  [...things].flatMap(([id, thing]) =>
    (after === undefined || id > after) && (last === undefined || id <= last) ? [thing] : [],
  )
