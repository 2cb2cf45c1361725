import { z } from 'zod'
import { isNotFound } from '../../http/errors.js'
import { omitUndefined } from '../../http/omit-undefined.js'
import { deleted as deletedMemory, get, remove } from '../../http/routes/memories.js'
import { search, searchExplain } from '../../http/routes/search.js'
import { sharedWords } from '../../text/terms.js'
import { affected, inWords, onlyThis } from '../affected.js'
import { confirmationOf, confirmedIds } from '../confirmation.js'
import { Refused } from '../operations.js'
import { userArgument } from '../scope.js'
import { DELETES, lineOf, type Result, tool, type Using } from '../tool.js'

const memory = z.object({ id: z.string(), content: z.string() })
type Memory = z.output<typeof memory>

const output = z.object({
  deleted: z.array(z.string()).describe('The memories that were deleted, with your others that had the same words.'),
  same_words: affected.same_words,
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
    only_this: onlyThis.describe('true: leave your other memories with the same words, as for one event among equals.'),
    user_id: userArgument,
  }),
  output,
  run: ({ id, query, limit, confirm, only_this }, using) => {
    if ([id, query, confirm].filter((given) => given !== undefined).length !== 1)
      throw new Refused('Give exactly one of id, query and confirm.')
    if (id !== undefined) return forgetOne({ id, only_this }, using)
    return query !== undefined
      ? preview({ query, limit }, using)
      : forgetConfirmed({ token: confirm ?? '', only_this }, using)
  },
})

const nothing: Output = { deleted: [], not_deleted: [], in_force: null, preview: [], confirm: null, position: null }

type OnlyThis = { readonly only_this: boolean | undefined }
type One = OnlyThis & { readonly id: string }

const forgetOne = async (one: One, using: Using): Promise<Result<Output>> => {
  const { id } = one
  const done = await deleteOne(one, using)
  if (done !== undefined) {
    const { ids, same_words, position } = done
    return {
      text: `Deleted ${inWords(done)}`,
      data: { ...nothing, deleted: [...ids], ...omitUndefined({ same_words }), position },
    }
  }
  const in_force = await inForceOf(id, using)
  if (in_force === undefined) throw new Refused(`There is no memory ${id}: nothing was deleted.`)
  return {
    text: `${id} holds no longer, and nothing was deleted. In its place holds:\n${lineOf(in_force)}\nIf that is to be forgotten, call forget with its id.`,
    data: { ...nothing, not_deleted: [id], in_force },
  }
}

/** What the deletion was about; undefined where there is no active memory of that id. */
const deleteOne = async ({ id, only_this }: One, { ask, scope }: Using) => {
  try {
    const input = { ...scope, ...(only_this && { only_this: 'true' }) }
    const { body, position } = await ask(remove, { params: { id }, input })
    return { ...deletedMemory.parse(body), position }
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

const preview = async (
  { query, limit }: { readonly query: string; readonly limit: number },
  { ask, scope, ...signing }: Using,
): Promise<Result<Output>> => {
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

const forgetConfirmed = async (
  { token, only_this }: OnlyThis & { readonly token: string },
  using: Using,
): Promise<Result<Output>> => {
  const deleted = new Set<string>()
  const same_words = new Set<string>()
  const not_deleted: string[] = []
  let position: string | null = null
  for (const id of confirmedIds(token, using)) {
    // It went together with an earlier one.
    if (deleted.has(id)) continue
    const done = await deleteOne({ id, only_this }, using)
    if (done === undefined) not_deleted.push(id)
    for (const each of done?.ids ?? []) deleted.add(each)
    for (const each of done?.same_words ?? []) same_words.add(each)
    position = done?.position ?? position
  }
  const left = not_deleted.length > 0 ? ` Not there any more: ${not_deleted.join(', ')}.` : ''
  const others = [...same_words].filter((id) => !deleted.has(id))
  const ids = [...deleted]
  return {
    text: `Deleted ${ids.length} memories: ${inWords({ ids, same_words: others })}${left}`,
    data: { ...nothing, deleted: ids, not_deleted, position, ...(others.length > 0 && { same_words: others }) },
  }
}
