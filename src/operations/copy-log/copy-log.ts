import { readStore } from '../../commands/store-stream.js'
import type { EventStore } from '../../event-store/event-store.js'
import { batchesOf } from '../../event-store/log-range.js'
import { beginCopy, CopyRefused, finishCopy } from './copy-markers.js'
import { type CopyResult, createDigest, pace } from './copy-report.js'
import { finishedCopy, type ReadingBack, refuseWritten, verify } from './read-back.js'
import { appendAll } from './take-over.js'

export type CopyDependencies = ReadingBack & { readonly from: EventStore }

/**
 * Writes every event of one log into another, as it is, each stream in its order; goes on where an earlier copy was
 * broken off; reads all of it back and compares counts and hashes; and says so in the new log, which a service opens
 * only then. The copy is a log of its own: read models of the old one are not taken for its.
 * @throws CopyRefused, CopyDiffers, CopyUnfinished, UnfinishedAppend, EventStoreUnavailable
 */
export const copyLog = async (parts: CopyDependencies): Promise<CopyResult> => {
  const { from, to, streams, signal } = parts
  const began = performance.now()
  const source = await readStore(from, streams)
  const end = await from.end()
  if (source === undefined || end === 'start') throw new CopyRefused('There is no store of this prefix to copy.')
  const copyId = await beginCopy(parts, source.logId)
  const finished = await finishedCopy(parts, copyId)
  if (finished) await refuseWritten(parts, finished)
  const read = createDigest()
  const tell = pace(parts.report, 'copying')
  let written = 0
  for await (const batch of batchesOf(from, { end, signal })) {
    for (const event of batch) read.add(event)
    written += await appendAll({ to, streams, copyId, signal }, batch)
    tell(read.events(), undefined)
  }
  await verify(parts, copyId, read)
  const result = { events: read.events(), streams: read.streams(), hash: read.hash(), written }
  if (finished?.hash !== result.hash) await finishCopy(parts, { copyId, events: result.events, hash: result.hash })
  return { ...result, grown: (await from.end()) !== end, seconds: (performance.now() - began) / 1000 }
}
