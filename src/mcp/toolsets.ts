import type { Fields } from '../http/check.js'
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

/** The toolset that the query of an address names. Throws BadRequest for one that there is not. */
export const toolsetOfQuery = ({ tools, profile }: Fields): Toolset => {
  if (tools !== undefined && profile !== undefined)
    throw new BadRequest([{ field: 'profile', says: 'must not be given together with tools' }])
  const allowed = profile === undefined ? ['default', 'all'] : Object.keys(profiles)
  const named = profile ?? tools ?? 'default'
  if (!isToolset(named) || !allowed.includes(named))
    throw new BadRequest([
      { field: profile === undefined ? 'tools' : 'profile', says: `must be one of ${allowed.join(', ')}` },
    ])
  return named
}

const isToolset = (name: unknown): name is Toolset => typeof name === 'string' && Object.hasOwn(toolsets, name)
