import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { events } from '../../domain/all-events.js'
import { type SignedCheckpoint, signedCheckpoint } from '../../domain/store.js'
import type { Question } from '../../operations/replay/answer.js'
import { type Chapter, withManual } from '../manual.js'
import { type Act, aName, anId, command, type Reader, wrong } from '../options.js'
import { replay } from './replay.js'

/** A checkpoint as the service logs it, as its event's data, or as `replay log` prints its event. */
const line = z.union([
  z.object({ checkpoint: signedCheckpoint }).transform(({ checkpoint }) => checkpoint),
  signedCheckpoint,
  z.object({ type: z.literal('LogCheckpointSigned'), data: signedCheckpoint }).transform(({ data }) => data),
])

/**
 * Checkpoints in a file: lines of JSON, or one object over several lines. Other lines, as of a log, are ignored.
 * @throws InvalidArgumentError where it cannot be read, holds none, or holds one that is not whole
 */
const keptCheckpoints = (file: string): readonly SignedCheckpoint[] => {
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

export const aPosition: Reader = (text) =>
  /^\d{1,19}$/.test(text) ? text : wrong('It is no position: a whole number, as `replay log` tells it.')

/** In the form of `Date.toISOString`. */
export const aTime: Reader = (text) => instant(text) ?? wrong(`It is no time. ${FORMS}`)

/** A position if it is all digits, otherwise a time. */
export const aPlace: Reader = (text) =>
  /^\d{1,19}$/.test(text) ? text : (instant(text) ?? wrong(`It is neither a position in digits nor a time. ${FORMS}`))

const FORMS = 'Write it in ISO 8601, such as 2026-05-08 or 2026-05-08T12:00:00Z.'

const local = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])

const instant = (text: string): string | undefined => {
  if (!local.safeParse(text).success) return undefined
  const zoned = /T/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text
  const time = Date.parse(zoned)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const types: readonly string[] = events.map(({ schema }) => schema.shape.type.value)

export const anEventType: Reader = (text) =>
  types.includes(text) ? text : wrong(`No event is called so. There are: ${types.join(', ')}.`)

/** For an option that may be given more than once. */
const several =
  (reader: Reader) =>
  (text: string, before: readonly string[] = []): readonly string[] => [...before, reader(text)]

/** The options of all four questions, as commander parses them. */
type ReplayOptions = {
  readonly json?: true
  readonly all?: true
  readonly user?: string
  readonly at?: string
  readonly position?: string
  readonly from?: string
  readonly to?: string
  readonly type?: readonly string[]
  readonly checkpoint?: readonly SignedCheckpoint[]
}

/** `palimpsest replay` and its four questions. */
export const addReplay = (program: Command, act: Act): void => {
  const questions = withManual(program.command('replay'), manual).description(
    'Answer from the log alone: what a memory was, when, by whom and why. Writes nothing.',
  )
  const asking = (name: string, ask: (given: ReplayOptions, argument: string) => Question) => {
    const made = command(questions, name)
    return made.action((...given: readonly unknown[]) =>
      act(made.opts<ReplayOptions>(), (run, wishes) => {
        const question = ask(wishes, typeof given[0] === 'string' ? given[0] : '')
        return replay(run, { question, json: wishes.json === true })
      }),
    )
  }
  const user = () => new Option('--user <id>', 'only what happened to this user; quicker').argParser(aName)
  const json = () => new Option('--json', 'one JSON object a line')
  asking('memory', ({ user }, id) => ({ ask: 'memory', id, user }))
    .description('Every event of a memory in order: what it did, by whom, why, and what the memory was after it.')
    .argument('<id>', 'the id of the memory', anId)
    .addOption(user())
    .addOption(json())
  asking('user', ({ at, position, all }, user) => ({ ask: 'user', user, at, position, all: all === true }))
    .description('The memories of a user as they were, or as they are.')
    .argument('<id>', 'the id of the user', aName)
    .addOption(new Option('--at <time>', 'as they were at this time, ISO 8601').argParser(aTime).conflicts('position'))
    .addOption(new Option('--position <n>', 'as they were after the event at this position').argParser(aPosition))
    .addOption(new Option('--all', 'also those that are deleted, superseded, erased, pending or wait for an answer'))
    .addOption(json())
  asking('log', ({ from, to, type = [], user }) => ({ ask: 'log', from, to, types: [...type], user }))
    .description('Events as the log holds them, one JSON object a line.')
    .addOption(new Option('--from <place>', 'the first: a position in digits, or a time, ISO 8601').argParser(aPlace))
    .addOption(new Option('--to <place>', 'the last, likewise; both ends belong to it').argParser(aPlace))
    .addOption(new Option('--type <type>', 'only events of this type; may be repeated').argParser(several(anEventType)))
    .addOption(user())
  asking('check', ({ checkpoint = [] }) => ({ ask: 'check', kept: [...checkpoint] }))
    .description(
      'Hold the log against its own rules and its signed checkpoints, and the read models against a fold of the log. Ends with 1 at the first mismatch.',
    )
    .addOption(new Option('--checkpoint <file>', KEPT).argParser(keptCheckpoints))
    .addOption(json())
}

const KEPT = 'also against checkpoints that were kept elsewhere: lines of the log of the service, or their JSON'

const manual: readonly Chapter[] = [
  {
    heading: 'Examples:',
    of: 'commands',
    entries: [
      ['palimpsest replay memory cf5187e4-0f0e-5d7a-9a51-2c1b7d1f4a10'],
      ['palimpsest replay user ana --at 2026-05-08T12:00:00Z'],
      ['palimpsest replay log --from 2026-05-08 --type MemoryStored --type MemoryUpdated | jq .data.said.content'],
      ['palimpsest replay check'],
      ['palimpsest replay check --checkpoint kept-elsewhere.jsonl'],
    ],
  },
  'A time without an offset is UTC, a date its first moment. On a terminal the answers are in colour, unless NO_COLOR is ' +
    'set; elsewhere they are plain. What the log has erased is told as erased, also where its key is still there.',
  'It opens the embedded directory itself, or asks the server that has it; on Postgres servers may run or not. A whole ' +
    'replay asks no provider and reads no read model, but for `check`.',
]
