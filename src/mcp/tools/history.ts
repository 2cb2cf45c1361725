import { z } from 'zod'
import { trail } from '../../http/routes/audit.js'
import { tellings } from '../../http/routes/memories.js'
import { userArgument } from '../scope.js'
import { positionArgument, READS, toldAt, tool } from '../tool.js'

const version = z.object({
  version: z.number(),
  action: z.string().describe('Such as add, update, supersede, delete.'),
  timestamp: z.string(),
  reason: z.string().nullable(),
  actor: z.object({ agentId: z.string().nullable() }).describe('The agent that did it, if one did.'),
  content: z.string().optional().describe('As of then; absent where it may not be read.'),
})
const Trail = z.object({ trail: z.array(version) })

const telling = z.object({
  observed_at: z.string().describe('When it was said.'),
  observed_offset: z.string().nullable().describe('By a clock so far from UTC.'),
  recorded_at: z.string().describe('When it was stored.'),
  source_site: z.string(),
  session_id: z.string().nullable(),
  episode_id: z.string(),
})
const Tellings = z.object({ tellings: z.array(telling), total: z.number() })

/** More is of no use to a model. */
const MOST_TELLINGS = '50'

export const history = tool({
  name: 'history',
  description:
    'How a memory came about: each version of it with when and why it changed, and where and when it was said. Call it when the user ' +
    'asks how you know something, since when, or what was true before.',
  hints: READS,
  input: z.strictObject({
    id: z.uuid().describe('The memory; also one that was superseded or deleted.'),
    position: positionArgument,
    user_id: userArgument,
  }),
  output: z.object({
    id: z.string(),
    versions: z.array(version).describe('Oldest first.'),
    tellings: z.array(telling).describe('When and where it was said, at most 50; empty unless it is active.'),
    total_tellings: z.int().min(0),
  }),
  run: async ({ id, position }, { ask, scope }) => {
    const about = { params: { id }, position }
    const versions = Trail.parse((await ask(trail, { ...about, input: scope })).body).trail
    const isGone = ['supersede', 'delete', 'erase'].includes(versions.at(-1)?.action ?? '')
    const said = isGone
      ? { tellings: [], total: 0 }
      : Tellings.parse((await ask(tellings, { ...about, input: { ...scope, limit: MOST_TELLINGS } })).body)
    return {
      text: [`History of ${id}:`, ...versions.map(lineOfVersion), ...said.tellings.map(lineOfTelling)].join('\n'),
      data: { id, versions, tellings: said.tellings, total_tellings: said.total },
    }
  },
})

const lineOfVersion = ({
  version: number,
  action,
  timestamp,
  reason,
  actor,
  content,
}: z.output<typeof version>): string =>
  [
    `- version ${number}, ${timestamp}: ${action}`,
    ...(reason === null ? [] : [` (${reason})`]),
    ...(actor.agentId === null ? [] : [` by ${actor.agentId}`]),
    ...(content === undefined ? [] : [`: ${content}`]),
  ].join('')

const lineOfTelling = ({ source_site, session_id, ...told }: z.output<typeof telling>): string =>
  `- said ${toldAt(told)} in ${source_site}${session_id === null ? '' : `, session ${session_id}`}`
