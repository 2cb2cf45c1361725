import { z } from 'zod'
import { asTold } from '../domain/moment.js'
import type { Ask } from './operations.js'
import type { ToolScope } from './scope.js'

/** What a tool is handed with its arguments. */
export type Using = {
  readonly ask: Ask
  readonly scope: ToolScope
  /** Signs what a token confirms. */
  readonly secret: Buffer
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** `text` is what a model reads, `data` the same for programs. */
export type Result<Output> = { readonly text: string; readonly data: Output }

export type Hints = {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

type Spec<Input, Output> = {
  readonly name: string
  /** For a model: when to call it. */
  readonly description: string
  readonly hints: Hints
  readonly input: z.ZodType<Input>
  /** Whom the arguments name as the user; those called `user_id` do if this is absent. */
  readonly userIn?: (args: Input) => string | undefined
  readonly output: z.ZodType<Output>
  readonly run: (args: Input, using: Using) => Promise<Result<Output>>
}

export type Fields = Record<string, unknown>
export type Tool = Spec<Fields, Fields> & {
  /** For people. */
  readonly title: string
  readonly userIn: (args: Fields) => string | undefined
}

const namedUser = ({ user_id: user }: Fields): string | undefined => (typeof user === 'string' ? user : undefined)

/** A tool as all are called. */
export const tool = <Input extends Fields, Output extends Fields>(spec: Spec<Input, Output>): Tool => ({
  ...spec,
  title: (spec.name.charAt(0).toUpperCase() + spec.name.slice(1)).replaceAll('_', ' '),
  // The arguments were parsed by this schema, which a caller that has only the general type cannot know.
  run: (args, using) => spec.run(args as Input, using),
  // See above.
  userIn: (args) => spec.userIn?.(args as Input) ?? namedUser(args),
})

/** Of reads. */
export const READS: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Of writes that lose nothing. */
export const WRITES: Hints = { ...READS, readOnlyHint: false }

/** Of writes after which something is not found any more. */
export const DELETES: Hints = { ...WRITES, destructiveHint: true }

/** A log position, as `remember` and `forget` answer it. */
export const positionArgument = z
  .union([z.string().regex(/^\d{1,19}$/, 'must be a position that remember or forget has answered'), z.int().min(0)])
  .transform(String)
  .optional()
  .describe('A `position` that remember or forget has answered: the answer includes that write.')

/** Where the user is. */
export const timeZoneArgument = z
  .string()
  .optional()
  .describe('Where the user is, if known, such as Europe/Oslo: there it is today or yesterday.')

type Dated = { readonly observed_at: string; readonly observed_offset: string | null }

/** When it was said, ISO 8601 by the clock that it was told by: its day is the day of there. */
export const toldAt = ({ observed_at: instant, observed_offset: offset }: Dated): string => asTold({ instant, offset })

/** What an id is good for, of a memory in a text for a model. */
export const lineOf = ({ id, content }: { readonly id: string; readonly content: string }, more = ''): string =>
  `- ${id}: ${content.replace(/\s+/g, ' ')}${more}`

/** What a memory also said that was replaced or corrected, in a text for a model. */
export const howToKeep = (statements: readonly string[]): string =>
  `What was there before also said: "${statements.join('" "')}". That holds no longer either: to keep what still holds, call remember with it.`
