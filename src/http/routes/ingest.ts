import { z } from 'zod'
import { isJsonObject } from '../../domain/json-object.js'
import { wordsIn } from '../../domain/message-content.js'
import { visibility } from '../../domain/scope.js'
import { speakerNameIn } from '../../text/speaker-name.js'
import { ingestAccepted, ingestResult } from '../answers/ingest.js'
import { type Fields, requiredOneOf } from '../check.js'
import {
  codePoints,
  instantOrNumber,
  metadata,
  name,
  nameWithoutSecrets,
  slotKey,
  someText,
  text,
  timeZone,
  uuid,
  writtenInstant,
} from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { write } from '../route.js'
import { agentIds, grantsNeedRestricted, scopeFields } from '../scope.js'

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
      examples: ['I moved to Lisbon.', [{ type: 'text', text: 'I moved to Lisbon.' }]],
    },
  })

/** What one text may say that it replaces. */
const replacing = {
  key: slotKey.optional(),
  replaces: z
    .array(uuid)
    .max(20)
    .transform((ids) => [...new Set(ids)])
    .optional()
    .meta({ type: 'array' }),
}

/** With these a text becomes exactly one memory. */
const replacementIn = ({
  key,
  replaces = [],
}: {
  key?: string | undefined
  replaces?: readonly string[] | undefined
}) =>
  key === undefined && replaces.length === 0
    ? {}
    : { replacement: { ...omitUndefined({ key }), ...(replaces.length > 0 && { replaces: [...replaces] }) } }

/** Who says a message, where it has no `name`: a name, or what programs know of a person. */
const sender = z
  .union(
    [
      text(256),
      z.object({
        name: text(256).nullish(),
        display_name: text(256).nullish(),
        username: text(256).nullish(),
      }),
    ],
    'must be a name of at most 256 characters, or an object with name, display_name or username',
  )
  .nullish()

/** A message of a conversation, as the APIs of language models have it; the output holds its words alone. */
const message = z
  .object({
    role: name,
    content,
    parts: z.array(z.union([z.string(), z.looseObject({})])).optional(),
    name: text(256).nullish(),
    sender,
    author: sender,
    id: name.nullish(),
    timestamp: instantOrNumber.nullish(),
    ...replacing,
    tool_calls: z.array(z.unknown()).nullish(),
  })
  .superRefine(({ content: said, parts, tool_calls: calls }, context) => {
    if ([said, parts, calls ?? undefined].every((held) => held === undefined))
      context.addIssue({ code: 'custom', message: 'required', path: ['content'], input: said })
  })
  .transform((given) => ({
    role: given.role,
    content: given.content || (wordsIn(given.parts) ?? ''),
    name: speakerNameIn(given),
    at: given.timestamp ?? undefined,
    id: given.id ?? undefined,
    ...replacementIn(given),
  }))

const MAX_CHARACTERS = 100_000

/** The request of an ingest. */
export const ingestBody = z.object({
  ...scopeFields,
  conversation: someText(MAX_CHARACTERS).optional(),
  messages: z.array(message).min(1, 'must hold at least one message').max(10_000).optional(),
  source_site: nameWithoutSecrets,
  source_url: z
    .string()
    .refine((value) => Buffer.byteLength(value) <= 2048, 'must be at most 2048 bytes')
    .default(''),
  session_id: nameWithoutSecrets.optional(),
  from_turn: z.int().min(0).max(100_000).optional(),
  observed_at: writtenInstant.optional(),
  time_zone: timeZone.optional(),
  metadata: metadata.default({}),
  visibility: visibility.optional(),
  granted_to: agentIds.optional(),
  only_this: z.boolean().optional(),
  ...replacing,
})

/** The same of a full ingest. */
const ingestFullBody = ingestBody.extend({
  async: z.boolean().default(false),
})

/** The same of a quick ingest. */
export const ingestQuickBody = ingestBody.extend({
  skip_extraction: z.boolean().default(false),
})

const messagesIn = ({ messages }: Fields): readonly Fields[] =>
  (Array.isArray(messages) ? messages : []).filter((each) => isJsonObject(each))

/** Characters of what is taken of each message, over all. */
const inAll = (request: Fields, taken: (message: Fields) => readonly unknown[]): number =>
  messagesIn(request)
    .flatMap((each) => taken(each).map((words) => wordsIn(words) ?? ''))
    .reduce((sum, words) => sum + codePoints(words), 0)

/** Roles and names are stored with the episode, which must fit into one append. */
const MAX_LABELS = 50_000

const isReplacing = ({ key, replaces }: Fields): boolean => key !== undefined || replaces !== undefined
const countReplaced = ({ key, replaces }: Fields): number =>
  (key === undefined ? 0 : 1) + (Array.isArray(replaces) ? replaces.length : 0)

/** Keys and memories that one request replaces, so that its last append stays small. */
const MOST_REPLACED = 100

/** Of one text the body says what it replaces; of several, each message does. */
const replacingRules = [
  {
    field: 'key',
    says: 'key and replaces must stand on the messages, where there are several',
    broken: (fields: Fields) => isReplacing(fields) && fields.skip_extraction !== true && messagesIn(fields).length > 1,
  },
  {
    field: 'messages',
    says: 'key and replaces must stand on the body, where all of it becomes one memory or the body has them',
    broken: (fields: Fields) =>
      (isReplacing(fields) || fields.skip_extraction === true) && messagesIn(fields).some(isReplacing),
  },
  {
    field: 'messages',
    says: `must hold at most ${MOST_REPLACED} keys and replaced memories together`,
    broken: (fields: Fields) => messagesIn(fields).reduce((sum, each) => sum + countReplaced(each), 0) > MOST_REPLACED,
  },
]

/** Rules over several fields of an ingest. */
export const ingestRules = [
  ...replacingRules,
  requiredOneOf('conversation', 'messages'),
  {
    field: 'messages',
    says: 'must not be given together with conversation',
    broken: ({ conversation, messages }: Fields) => conversation !== undefined && messages !== undefined,
  },
  {
    field: 'messages',
    says: 'must be at most 100,000 characters together',
    broken: (fields: Fields) => inAll(fields, ({ content, parts }) => [content, parts]) > MAX_CHARACTERS,
  },
  {
    field: 'messages',
    says: 'roles and names must be at most 50,000 characters together',
    broken: (fields: Fields) => inAll(fields, (each) => [each.role, speakerNameIn(each)]) > MAX_LABELS,
  },
  ...['visibility', 'granted_to'].map((field) => ({
    field,
    says: 'needs workspace_id',
    broken: (fields: Fields) => fields[field] !== undefined && fields.workspace_id === undefined,
  })),
  grantsNeedRestricted,
]

type IngestBody = z.output<typeof ingestBody> & { readonly skip_extraction?: boolean }

/** `ingestRules` have refused a request without exactly one of the two, and what replaces something in two places. */
const saidIn = (input: IngestBody) => {
  const { conversation, messages, skip_extraction: isOneText } = input
  const replacement = replacementIn(input)
  if (messages === undefined) return { text: conversation ?? '', ...replacement }
  const said = messages.map(({ role, content, name: speaker, at, id, ...own }) => ({
    role,
    content,
    ...omitUndefined({ name: speaker, at, id }),
    ...own,
    ...(isOneText ? {} : replacement),
  }))
  return { messages: said, ...(isOneText ? replacement : {}) }
}

/** The conversation of a request that has been checked, as the commands take it. */
export const conversationIn = (input: IngestBody) => ({
  conversation: saidIn(input),
  sourceSite: input.source_site,
  sourceUrl: input.source_url,
  metadata: input.metadata,
  skipExtraction:
    input.skip_extraction === true || (input.messages === undefined && 'replacement' in replacementIn(input)),
  ...omitUndefined({
    sessionId: input.session_id,
    fromTurn: input.from_turn,
    observedAt: input.observed_at,
    timeZone: input.time_zone,
    visibility: input.visibility,
    grantedTo: input.granted_to,
    onlyThis: input.only_this,
  }),
})

/** What both ingests and a preview may be refused for. */
export const REFUSALS = [
  'ProviderUnavailable',
  'ProviderRejected',
  'MemoryQuotaExceeded',
  'NothingStated',
  'MemoryNotFound',
  'NotReplaceable',
  'NewMemoryHasFewerReaders',
] as const

export const ingest = write({
  call: 'POST /v1/memories/ingest',
  name: 'ingest',
  input: ingestFullBody,
  rules: ingestRules,
  result: ingestResult,
  errors: [...REFUSALS, 'AnswerUnusable'],
  write: ({ edge, scope, caller, input }) =>
    edge.api.ingest({ ...conversationIn(input), ...caller, scope, async: input.async }, 'full'),
  later: { result: ingestAccepted, when: ({ async }) => async },
})

export const ingestQuick = write({
  call: 'POST /v1/memories/ingest/quick',
  name: 'ingestQuick',
  input: ingestQuickBody,
  rules: ingestRules,
  result: ingestResult,
  errors: REFUSALS,
  write: ({ edge, scope, caller, input }) => edge.api.ingest({ ...conversationIn(input), ...caller, scope }, 'quick'),
})
