import { createReadStream, existsSync, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createServerLog, type Expectation, type Proposed, type ServerLog } from './server-log.js'

/**
 * A server's log that is there again, with the same positions, when the process that kept it was killed: a file of every
 * append that was accepted, in their order, a line each, which is carried out anew from the beginning.
 */
export const openLastingLog = async (file: string): Promise<ServerLog> => {
  const log = createServerLog()
  const isThere = existsSync(file)
  if (isThere) await carryOut(file, log)
  const out = openSync(file, 'a')
  // The last line may be the part of an append that nobody was told of.
  if (isThere) writeSync(out, '\n')
  const append: ServerLog['append'] = (stream, expected, events) => {
    const before = log.all.length
    const result = log.append(stream, expected, events)
    if (log.all.length > before) writeSync(out, lineOf(stream, expected, events))
    return result
  }
  return { ...log, append }
}

const carryOut = async (file: string, log: ServerLog): Promise<void> => {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const found = appendIn(line)
    if (found) log.append(found.stream, found.expected, found.events)
  }
}

const lineOf = (stream: string, expected: Expectation, events: readonly Proposed[]): string => {
  const written = events.map(({ data, metadata, ...event }) => ({
    ...event,
    data: Buffer.from(data).toString('base64'),
    metadata: Buffer.from(metadata).toString('base64'),
  }))
  return `${JSON.stringify({ stream, expected: String(expected), events: written })}\n`
}

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

/** Undefined where the line was cut off. */
const appendIn = (line: string) => {
  try {
    const { stream, expected, events } = JSON.parse(line)
    const revision: Expectation = /^\d+$/.test(expected) ? BigInt(expected) : expected
    const proposed: readonly Proposed[] = events.map((event: Record<'data' | 'metadata', string>) => ({
      ...event,
      data: bytes(event.data),
      metadata: bytes(event.metadata),
    }))
    return { stream: String(stream), expected: revision, events: proposed }
  } catch {
    return undefined
  }
}
