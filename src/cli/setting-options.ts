import { type Command, Option } from 'commander'
import type { Variables } from '../config/config.js'
import { type SettingName, settings } from '../config/environment.js'

const optionOf = new Map(
  settings.flatMap(({ name, option, description }) =>
    option === undefined ? [] : [[name, new Option(option, `${description} (${name})`)] as const],
  ),
)

/** A command that takes some settings as options. */
export const command = (program: Command, name: string, names: readonly SettingName[]): Command => {
  const made = program.command(name)
  for (const option of names.map((each) => optionOf.get(each))) if (option) made.addOption(option)
  return made
}

/** The settings among the options. */
export const overridesOf = (options: Readonly<Record<string, string | undefined>>): Variables =>
  Object.fromEntries(
    [...optionOf]
      .map(([name, option]) => [name, options[option.attributeName()]] as const)
      .filter(([, value]) => value !== undefined),
  )
