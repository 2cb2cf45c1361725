import { CommanderError } from 'commander'
import { readConfig } from '../config/config.js'
import { createLogger } from '../logger.js'
import { EXIT, explain } from './explain.js'
import { type Act, parted } from './options.js'
import type { Composition } from './ports.js'
import { createProgram } from './program.js'

/** Runs the named command; only one that needs the application calls `load`. @returns the exit code */
export const run = async (args: readonly string[], load: () => Promise<Composition>): Promise<number> => {
  // Without a listener, a pipe whose reader has closed it (`| head`) would end the server.
  process.stdout.on('error', () => {})
  let exitCode: number = EXIT.done
  const act: Act = async (given, work) => {
    const { overrides, wishes } = parted(given)
    const config = readConfig(overrides)
    const say = (line: string) => void process.stdout.write(`${line}\n`)
    exitCode = await work({ ...(await load()), config, logger: createLogger(config.log), say }, wishes)
  }
  const program = createProgram(act)
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
