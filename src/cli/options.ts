import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import type { Variables } from '../config/config.js'
import { type SettingName, settings } from '../config/environment.js'
import type { Run } from './ports.js'

const optionOf = new Map(
  settings.flatMap(({ name, option, description }) =>
    option === undefined ? [] : [[name, new Option(option, `${description} (${name})`)] as const],
  ),
)

const STORE: readonly SettingName[] = ['PALIMPSEST_DATA_DIR', 'DATABASE_URL']

/** A command that takes some settings as options. */
export const command = (program: Command, name: string, names = STORE): Command => {
  const made = program.command(name)
  for (const option of names.map((each) => optionOf.get(each))) if (option) made.addOption(option)
  return made
}

/** Carries out a command: its wishes are those of the given options that are no settings. */
export type Act = <Wishes extends object>(
  given: Wishes,
  work: (run: Run, wishes: Wishes) => Promise<number>,
) => Promise<void>

/** The settings among the options, and the other options. */
export const parted = <Wishes extends object>(given: Wishes): { overrides: Variables; wishes: Wishes } => {
  const left = new Map<string, unknown>(Object.entries(given))
  const overrides: Record<string, string> = {}
  for (const [name, option] of optionOf) {
    const value = left.get(option.attributeName())
    if (typeof value === 'string') overrides[name] = value
    left.delete(option.attributeName())
  }
  // Commands do not name settings among their wishes.
  return { overrides, wishes: Object.fromEntries(left) as Wishes }
}

/** Checks the value of an option. Commander prints the option's name before the message. */
export type Reader = (text: string) => string

export const wrong = (what: string): never => {
  throw new InvalidArgumentError(what)
}

export const anId: Reader = (text) =>
  z.uuid().safeParse(text).success
    ? text.toLowerCase()
    : wrong('It is no id of a memory, such as cf5187e4-0f0e-5d7a-9a51-2c1b7d1f4a10.')

export const aName: Reader = (text) =>
  text === '' ? wrong('It is empty: it must be the id of a user, a workspace or an agent.') : text

/** Reads a number of an option. `least`: what it has to reach. */
export const number = (what: string, least: number) => (written: string) => {
  const value = Number(written)
  return /^\d+(\.\d+)?$/.test(written) && Number.isFinite(value) && value >= least
    ? value
    : wrong(`It must be ${what}.`)
}
