import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino'
import { prettyFactory } from 'pino-pretty'
import type { Config } from './config/config.js'
import { version } from './config/package-info.js'

type DescribedError = {
  readonly type: string
  readonly code?: string
  readonly stack: readonly string[]
  readonly cause?: DescribedError
}

const DEEPEST = 5

/** An error for the log: where it was thrown, but not its message, which may quote what a user wrote. */
export const describeError = (error: unknown, depth = 0): DescribedError => {
  if (!(error instanceof Error)) return { type: typeof error, stack: [] }
  const code: unknown = Reflect.get(error, 'code')
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? { code } : {}),
    stack: framesOf(error),
    ...(error.cause === undefined || depth === DEEPEST ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

/** What follows the message in the stack; nothing where the message cannot be told from the frames. */
const framesOf = ({ message, stack = '' }: Error): readonly string[] => {
  const at = stack.indexOf(message)
  if (at < 0) return []
  const lines = stack.slice(at + message.length).split('\n')
  return lines.map((line) => line.trim()).filter((line) => line.startsWith('at '))
}

export type { Logger }

/** What no log may hold: request headers, settings, parts of a database error that quote rows (people's memories). */
const secrets = [
  ...['authorization', 'cookie'].flatMap((header) => [`headers.${header}`, `*.headers.${header}`, header]),
  ...['apiKey', 'databaseUrl', 'eventStore', 'credentials', 'keys', 'password'].flatMap((setting) => [
    setting,
    `*.${setting}`,
  ]),
  ...['detail', 'where', 'query', 'parameters'].flatMap((part) => [`err.${part}`, `err.cause.${part}`]),
]

type LogTarget = DestinationStream & {
  /** Whether a person reads along. */
  readonly terminal?: boolean
}

const stderr = (): LogTarget =>
  Object.assign(destination({ dest: 2, sync: true }), { terminal: process.stderr.isTTY === true })

/** The log on stderr: JSON lines (ISO 8601) or lines for people. Written in this thread: an exit loses no line. */
export const createLogger = (
  { level, format }: Pick<Config['log'], 'level' | 'format'>,
  target: LogTarget = stderr(),
): Logger => {
  const pretty = format === 'pretty' || (format === 'auto' && target.terminal === true)
  return pino(
    {
      level,
      base: { app: 'palimpsest', version, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => describeError(error) },
      redact: { paths: secrets, censor: '[redacted]' },
    },
    pretty ? readable(target) : target,
  )
}

const readable = (target: LogTarget): DestinationStream => {
  const inWords = prettyFactory({
    colorize: target.terminal === true && process.stderr.hasColors?.() === true,
    ignore: 'app,version,pid',
    translateTime: 'SYS:HH:MM:ss.l',
  })
  return { write: (line) => target.write(inWords(line)) }
}
