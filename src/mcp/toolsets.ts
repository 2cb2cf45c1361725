import { z } from 'zod'
import { check, type Fields, type Rule } from '../http/check.js'
import { BadRequest } from '../http/client-errors.js'
import { chatgpt } from './profiles/chatgpt.js'
import { hindsight } from './profiles/hindsight.js'
import { mem0 } from './profiles/mem0.js'
import { openmemory } from './profiles/openmemory.js'
import { serverMemory } from './profiles/server-memory.js'
import type { Tool } from './tool.js'
import { correct, restore, share } from './tools/changes.js'
import { conflicts } from './tools/conflicts.js'
import { forget } from './tools/forget.js'
import { history } from './tools/history.js'
import { lessons } from './tools/lessons.js'
import { listMemories } from './tools/list-memories.js'
import { asOf, recall } from './tools/recall.js'
import { remember } from './tools/remember.js'
import { stats } from './tools/stats.js'
import { why } from './tools/why.js'

const few: readonly Tool[] = [remember, recall, listMemories, forget, history, conflicts]

/** Names and arguments of other memory servers, over the same store. */
const profiles = { mem0, openmemory, 'server-memory': serverMemory, hindsight, chatgpt }

/** What a connection may be served with: few tools of our own, or all of them, or those of a profile. */
export const toolsets = { default: few, all: [...few, correct, asOf, why, share, lessons, restore, stats], ...profiles }
export type Toolset = keyof typeof toolsets

const choice = z.object({
  tools: z.enum(['default', 'all']).optional(),
  profile: z.enum(['mem0', 'openmemory', 'server-memory', 'hindsight', 'chatgpt']).optional(),
})

const oneOfBoth: Rule = {
  field: 'profile',
  says: 'must not be given together with tools',
  broken: ({ tools, profile }) => tools !== undefined && profile !== undefined,
}

/** The toolset that the query of an address names. Throws BadRequest for one that there is not. */
export const toolsetOfQuery = (query: Fields): Toolset => {
  const { value, faults } = check(choice, query, { rules: [oneOfBoth] })
  if (value === undefined || faults.length > 0) throw new BadRequest(faults)
  return value.profile ?? value.tools ?? 'default'
}
