import { type Command, InvalidArgumentError } from 'commander'
import type { ReembedArguments } from './reembed.js'

type Options = Readonly<Record<string, string | undefined>>

/** What `palimpsest reembed` may be told. */
export const reembedOptions = (command: Command): Command =>
  command
    .description(
      'Change the store to the embedding model in NEXT_EMBEDDING_*: embed every memory with it, then let it answer. Requests are answered meanwhile; a running server moves over by itself. Broken off, it goes on where it was.',
    )
    .option('--compare <file>', 'switch nothing: print where the first ten of these queries differ, one a line')
    .option('--user <id>', 'whose memories the queries are about, where a line does not begin with a user_id and a tab')
    .option('--back', 'return at once to the model that answered before', false)
    .option('--rate <number>', 'texts a minute at most', number('a number of texts above 0', 0.000_001))
    .option('--price <dollars>', 'of a million tokens, for the estimate', number('dollars, 0 or more', 0))
    .option('--dry-run', 'change nothing: say how much would be embedded and what it costs', false)
    .option('--yes', 'do not ask before embedding', false)
    .option('--json', 'one JSON object a line, the result last', false)

const number = (what: string, least: number) => (written: string) => {
  const value = Number(written)
  if (!/^\d+(\.\d+)?$/.test(written) || !Number.isFinite(value) || value < least)
    throw new InvalidArgumentError(`It must be ${what}.`)
  return value
}

type Given = {
  readonly compare?: string
  readonly user?: string
  readonly back: boolean
  readonly rate?: number
  readonly price?: number
  readonly dryRun: boolean
  readonly yes: boolean
  readonly json: boolean
}

/** What was told, apart from the options that stand for settings. */
export const reembedWishes = (
  given: Given & Options,
): { readonly wishes: ReembedArguments; readonly options: Options } => {
  const { compare, user, back, rate, price, dryRun, yes, json, ...options } = given
  const wishes = {
    back,
    dryRun,
    yes,
    json,
    ...(compare === undefined ? {} : { compare }),
    ...(user === undefined ? {} : { user }),
    ...(rate === undefined ? {} : { rate }),
    ...(price === undefined ? {} : { price }),
  }
  return { wishes, options }
}
