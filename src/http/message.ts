import { z } from 'zod'
import { wordsIn } from '../domain/message-content.js'
import { instantOrNumber, name, slotKey, text, uuid } from './fields.js'
import { omitUndefined } from './omit-undefined.js'

const CONTENT =
  'What was said: a text, a part or a list of parts as the APIs of language models have them, of which the texts count. Images, calls of ' +
  'tools and their results are left out. Null, or absent beside tool_calls, where there is nothing else.'

/** What reaches the conversation is text, however it came. */
const content = z
  .unknown()
  .optional()
  .transform((value, context) => {
    const words = wordsIn(value)
    if (words === undefined)
      context.addIssue({ code: 'custom', message: 'must be a string, a part, a list of parts or null', input: value })
    return value === undefined ? undefined : (words ?? '')
  })
  .meta({
    override: {
      oneOf: [
        { type: 'string' },
        { type: 'object' },
        { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'object' }] } },
        { type: 'null' },
      ],
      description: CONTENT,
      examples: ['I moved to Lisbon.', [{ type: 'text', text: 'I moved to Lisbon.' }]],
    },
  })

/** What one text may say that it replaces. */
export const replacing = {
  key: slotKey
    .optional()
    .describe(
      'A slot of your own naming, at most 512 bytes: its newest statement is in force, the one before is superseded.',
    ),
  replaces: z
    .array(uuid)
    .max(20)
    .transform((ids) => [...new Set(ids)])
    .optional()
    .meta({ type: 'array', description: 'Ids of memories that it supersedes, at most 20.' }),
}

/** With these a text becomes exactly one memory. */
export const replacementIn = ({
  key,
  replaces = [],
}: {
  key?: string | undefined
  replaces?: readonly string[] | undefined
}) =>
  key === undefined && replaces.length === 0
    ? {}
    : { replacement: { ...omitUndefined({ key }), ...(replaces.length > 0 && { replaces: [...replaces] }) } }

/** A message of a conversation, as the APIs of language models have it; the output holds its words alone. */
export const message = z
  .object({
    role: name,
    content,
    parts: z
      .array(z.union([z.string(), z.looseObject({})]))
      .optional()
      .meta({
        description: 'The same as a list of parts alone, where content holds no words.',
        examples: [[{ type: 'text', text: 'I moved to Lisbon.' }]],
      }),
    name: text(256).nullish(),
    id: name
      .nullish()
      .describe(
        'By which its client knows it, within a `session_id`. With the same words it is known wherever it stands; with other words ' +
          'it was edited, and what was made of the earlier ones is superseded.',
      ),
    timestamp: instantOrNumber
      .nullish()
      .describe(
        'When it was said: the time of its memories and the anchor of its relative dates, in place of `observed_at`.',
      ),
    ...replacing,
    tool_calls: z
      .array(z.unknown())
      .nullish()
      .meta({
        description: 'Calls of tools, as the APIs of language models have them. They are not kept.',
        examples: [[{ id: 'call_1', type: 'function', function: { name: 'find_flights', arguments: '{}' } }]],
      }),
  })
  .superRefine(({ content: said, parts, tool_calls: calls }, context) => {
    if ([said, parts, calls ?? undefined].every((held) => held === undefined))
      context.addIssue({ code: 'custom', message: 'required', path: ['content'], input: said })
  })
  .transform((given) => ({
    role: given.role,
    content: given.content || (wordsIn(given.parts) ?? ''),
    name: given.name ?? undefined,
    at: given.timestamp ?? undefined,
    id: given.id ?? undefined,
    ...replacementIn(given),
  }))
