import { z } from 'zod'
import { isNotFound } from '../../http/errors.js'
import { get, remove } from '../../http/routes/memories.js'
import { search, searchExplain } from '../../http/routes/search.js'
import { sharedWords } from '../../text/terms.js'
import { confirmationOf, confirmedIds } from '../confirmation.js'
import { Refused } from '../operations.js'
import { userArgument } from '../scope.js'
import { DELETES, lineOf, type Result, tool, type Using } from '../tool.js'

const memory = z.object({ id: z.string(), content: z.string() })
type Memory = z.output<typeof memory>

const output = z.object({
  deleted: z.array(z.string()).describe('The memories that were deleted.'),
  not_deleted: z.array(z.string()).describe('Those that were not there any more, or were superseded meanwhile.'),
  in_force: memory.nullable().describe('What holds in the place of a superseded memory; nothing was deleted.'),
  preview: z.array(memory).describe('What would be deleted; nothing was yet.'),
  confirm: z.string().nullable().describe('The token that deletes the preview, for five minutes.'),
  position: z.string().nullable().describe('Pass it to recall, to be sure that the answer includes the deletion.'),
})
type Output = z.output<typeof output>

/** A preview must fit into what a user reads before they agree. */
const MOST_AT_ONCE = 20

export const forget = tool({
  name: 'forget',
  description:
    'Delete memories. Call it only when the user asks you to forget something, with exactly one of `id`, `query` and `confirm`. ' +
    '`id` deletes one memory at once. `query` deletes nothing: it shows which memories hold one of its words, and a token; show that to the user, and ' +
    'pass the token as `confirm` if they agree. Where something has changed and is not to be forgotten, call remember with `replaces`.',
  hints: DELETES,
  input: z.strictObject({
    id: z.uuid().optional().describe('The memory to delete.'),
    query: z
      .string()
      .optional()
      .describe('Words that the memories to delete hold. Where none holds one, nothing is shown.'),
    limit: z.int().min(1).max(MOST_AT_ONCE).default(10).describe('How many a query may find at most.'),
    confirm: z.string().optional().describe('The token of a preview that the user has agreed to.'),
    user_id: userArgument,
  }),
  output,
  run: ({ id, query, limit, confirm }, using) => {
    if ([id, query, confirm].filter((given) => given !== undefined).length !== 1)
      throw new Refused('Give exactly one of id, query and confirm.')
    if (id !== undefined) return forgetOne(id, using)
    return query !== undefined ? preview({ query, limit }, using) : forgetConfirmed(confirm ?? '', using)
  },
})

const nothing: Output = { deleted: [], not_deleted: [], in_force: null, preview: [], confirm: null, position: null }

const forgetOne = async (id: string, using: Using): Promise<Result<Output>> => {
  const position = await deleteOne(id, using)
  if (position !== undefined) return { text: `Deleted ${id}.`, data: { ...nothing, deleted: [id], position } }
  const in_force = await inForceOf(id, using)
  if (in_force === undefined) throw new Refused(`There is no memory ${id}: nothing was deleted.`)
  return {
    text: `${id} holds no longer, and nothing was deleted. In its place holds:\n${lineOf(in_force)}\nIf that is to be forgotten, call forget with its id.`,
    data: { ...nothing, not_deleted: [id], in_force },
  }
}

/** The position of the deletion; undefined where there is no active memory of that id. */
const deleteOne = async (id: string, { ask, scope }: Using): Promise<string | undefined> => {
  try {
    return (await ask(remove, { params: { id }, input: scope })).position
  } catch (error) {
    if (error instanceof Refused && isNotFound(error)) return undefined
    throw error
  }
}

const Explained = z.object({ superseded_by: z.string().nullable() })

/** What holds in the place of a superseded memory; undefined where nothing does that the caller sees. */
const inForceOf = async (id: string, { ask, scope }: Using): Promise<Memory | undefined> => {
  try {
    // Of all answers of the interface this one names what took the place of a memory that is out of force.
    const asked = { ...scope, query: id, memory_id: id, mode: 'fast' }
    const { superseded_by } = Explained.parse((await ask(searchExplain, { input: asked })).body)
    if (superseded_by === null) return undefined
    return memory.parse((await ask(get, { params: { id: superseded_by }, input: scope })).body)
  } catch (error) {
    if (error instanceof Refused && isNotFound(error)) return undefined
    throw error
  }
}

/** As many as a search answers. */
const MOST_FOUND = 100
const NOTHING_HOLDS_IT =
  'Nothing that is remembered holds a word of this: nothing to delete. If the user means something else, find it with recall, and call forget with its id.'

const Found = z.object({ memories: z.array(memory) })

type Wanted = { readonly query: string; readonly limit: number }

const preview = async ({ query, limit }: Wanted, { ask, scope, ...signing }: Using): Promise<Result<Output>> => {
  const found = Found.parse((await ask(search, { input: { ...scope, query, limit: MOST_FOUND } })).body)
  // A search also finds what is only alike: that is not what the user has named.
  const memories = found.memories.filter(({ content }) => sharedWords(query, content) > 0).slice(0, limit)
  if (memories.length === 0) return { text: NOTHING_HOLDS_IT, data: nothing }
  const ids = memories.map(({ id }) => id)
  const confirm = confirmationOf(ids, { ...signing, scope })
  return {
    text: [
      'Nothing was deleted yet. These would be:',
      ...memories.map((each) => lineOf(each)),
      `If the user agrees to all of them, call forget with confirm ${confirm} within five minutes; else with the ids one by one.`,
    ].join('\n'),
    data: { ...nothing, preview: memories, confirm },
  }
}

const forgetConfirmed = async (token: string, using: Using): Promise<Result<Output>> => {
  const deleted: string[] = []
  const not_deleted: string[] = []
  let position: string | null = null
  for (const id of confirmedIds(token, using)) {
    const at = await deleteOne(id, using)
    if (at === undefined) not_deleted.push(id)
    else deleted.push(id)
    position = at ?? position
  }
  const left = not_deleted.length > 0 ? ` Not there any more: ${not_deleted.join(', ')}.` : ''
  return {
    text: `Deleted ${deleted.length} memories: ${deleted.join(', ')}.${left}`,
    data: { ...nothing, deleted, not_deleted, position },
  }
}
