import type { UserEvent } from '../../../domain/all-events.js'
import type { Recorded } from '../../../event-store/event-store.js'
import type { Bank } from '../fold/bank.js'
import type { Mismatch } from './check-report.js'
import { inLog } from './check-streams.js'

/** Whether an event makes the next version of each memory that it changes; to be asked before it is folded. */
export const checkVersions = ({ memories }: Bank, recorded: Recorded, event: UserEvent): Mismatch | undefined => {
  for (const [id, version] of versionsMadeBy(event)) {
    const before = memories.get(id)?.version ?? 0
    if (before === 0 && event.type !== 'MemoryStored')
      return inLog(recorded, `it makes version ${version} of memory ${id}, which was never stored`)
    if (version !== before + 1)
      return inLog(recorded, `it makes version ${version} of memory ${id}, after version ${before}`)
  }
  return undefined
}

const versionsMadeBy = ({ type, data, metadata }: UserEvent): readonly (readonly [string, number])[] => {
  if (type === 'MemoriesDeleted' || type === 'MemoriesErased') return data.memories
  return 'version' in metadata ? [[metadata.memoryId, metadata.version]] : []
}
