import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { type SignedCheckpoint, signedCheckpoint } from '../../domain/store.js'

/** A checkpoint as the service logs it, as its event's data, or as `replay log` prints its event. */
const line = z.union([
  z.object({ checkpoint: signedCheckpoint }).transform(({ checkpoint }) => checkpoint),
  signedCheckpoint,
  z.object({ type: z.literal('LogCheckpointSigned'), data: signedCheckpoint }).transform(({ data }) => data),
])

/**
 * The checkpoints that were kept in a file: lines of JSON, or one JSON object over several lines. Other lines, such as those
 * of a service's log, are passed over.
 * @throws InvalidArgumentError where it cannot be read, holds none, or holds one that is not whole
 */
export const keptCheckpoints = (file: string): readonly SignedCheckpoint[] => {
  const text = textOf(file)
  const whole = parsed(text)
  const values = whole === undefined ? text.split('\n').map((each, i) => lineValue(each, i + 1)) : [whole]
  const found = values.flatMap((value) => {
    const { data } = line.safeParse(value)
    return data === undefined ? [] : [data]
  })
  if (found.length === 0)
    throw new InvalidArgumentError('It holds no checkpoint: a line of the service’s log, or the data of such an event.')
  return found
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
}

/** A line that speaks of a checkpoint and is none must not be passed over. */
const lineValue = (text: string, number: number): unknown => {
  const value = parsed(text)
  const speaksOfOne = /"signature"|"checkpoint"|LogCheckpointSigned/.test(text)
  if (speaksOfOne && !line.safeParse(value).success)
    throw new InvalidArgumentError(`Line ${number} holds a checkpoint that is not whole.`)
  return value
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
