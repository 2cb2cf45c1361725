import { CommanderError } from 'commander'
import { readConfig, type Variables } from '../config/config.js'
import { createLogger } from '../logger.js'
import { claimDirectory } from './claim-directory.js'
import { copyLog } from './copy-log.js'
import { erase } from './erase.js'
import { EXIT, explain } from './explain.js'
import { rotateKeys } from './keys.js'
import type { Composition, Run } from './ports.js'
import { createProgram } from './program.js'
import { proveErasure, replayErasures } from './prove-erasure.js'
import { rebuild } from './rebuild.js'
import { reembed } from './reembed.js'
import { reingest } from './reingest.js'
import { replay } from './replay/replay.js'
import { serve } from './serve.js'
import { sign } from './sign.js'

/** Prepares the store and prints what was done. */
const migrate = async ({ config, logger, prepareStore, say }: Run): Promise<number> => {
  for (const warning of config.warnings) logger.warn(warning)
  const lock = await claimDirectory(config, 'palimpsest migrate')
  try {
    for (const sentence of await prepareStore(config, logger)) say(sentence)
    return 0
  } finally {
    await lock?.release()
  }
}

/**
 * Runs the command that the arguments name.
 * @param load is called only by commands that need the application
 * @returns the exit code
 */
export const run = async (args: readonly string[], load: () => Promise<Composition>): Promise<number> => {
  // Without a listener, a pipe whose reader has closed it (`| head`) would end the server.
  process.stdout.on('error', () => {})
  let exitCode: number = EXIT.done
  const action = (command: (run: Run) => Promise<number>) => async (overrides: Variables) => {
    const config = readConfig(overrides)
    const say = (line: string) => void process.stdout.write(`${line}\n`)
    exitCode = await command({ ...(await load()), config, logger: createLogger(config.log), say })
  }
  const program = createProgram({
    serve: action(serve),
    migrate: action(migrate),
    rebuild: (overrides, wishes) => action((each) => rebuild(each, wishes))(overrides),
    copyLog: (overrides, wishes) => action((each) => copyLog(each, wishes))(overrides),
    sign: action(sign),
    replay: (overrides, wishes) => action((each) => replay(each, wishes))(overrides),
    reembed: (overrides, wishes) => action((each) => reembed(each, wishes))(overrides),
    proveErasure: (overrides, wishes) => action((each) => proveErasure(each, wishes))(overrides),
    replayErasures: (overrides, wishes) => action((each) => replayErasures(each, wishes))(overrides),
    rotateKeys: (overrides, wishes) => action((each) => rotateKeys(each, wishes))(overrides),
    erase: (overrides, wishes) => action((each) => erase(each, wishes))(overrides),
    reingest: (overrides, wishes) => action((each) => reingest(each, wishes))(overrides),
  })
  try {
    await program.parseAsync(withCommand(args), { from: 'user' })
    return exitCode
  } catch (error) {
    return complain(error)
  }
}

/** `palimpsest` alone, or with options only, serves. */
const withCommand = (args: readonly string[]): readonly string[] => {
  const [first] = args
  const named = first !== undefined && (!first.startsWith('-') || ['-h', '--help', '-V', '--version'].includes(first))
  return named ? args : ['serve', ...args]
}

const complain = (error: unknown): number => {
  // Commander has already printed what is wrong with the arguments.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badSettings
  const known = explain(error)
  const unforeseen = () => (error instanceof Error ? error.stack : String(error))
  process.stderr.write(`${known?.message ?? unforeseen()}\n`)
  return known?.exitCode ?? EXIT.failed
}
