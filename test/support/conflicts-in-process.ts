import { expect } from 'vitest'
import { type Fields, query, type Who } from './client.js'
import type { ServiceProcess } from './own-process.js'

const OLD = 'The API gateway listens on port 8080.'
const NEW = 'The API gateway listens on port 9090.'

/** What becomes of the existing memory and of the new one. */
const OUTCOMES: Readonly<Record<string, readonly [string, string]>> = {
  open: ['active', 'needs_clarification'],
  resolved_new: ['superseded', 'active'],
  resolved_existing: ['active', 'deleted'],
  resolved_both: ['active', 'active'],
}

/** A conflict between agents a and b of a user, over HTTP with a service that is a process of its own. */
export const conflictsIn = ({ ask }: Pick<ServiceProcess, 'ask'>) => {
  const as = (user_id: string, agent_id: string): Who => ({ user_id, workspace_id: 'crew', agent_id })
  const conflictOf = async (user: string): Promise<Fields> => {
    const { body } = await ask(`/v1/agents/conflicts?${query(as(user, 'a'), { status: 'all' })}`)
    return Object([body.conflicts].flat()[0])
  }
  return {
    as,
    /** Opens it, and answers with it as agent a is told of it. */
    open: async (user: string): Promise<Fields> => {
      for (const [agent, conversation] of [
        ['a', OLD],
        ['b', NEW],
      ] as const) {
        const said = { ...as(user, agent), conversation, source_site: 'chat' }
        expect((await ask('/v1/memories/ingest/quick', said)).status).toBe(200)
      }
      return conflictOf(user)
    },
    resolve: (id: unknown, resolution: string) =>
      ask(`/v1/agents/conflicts/${String(id)}/resolve`, { resolution }, 'PUT'),
    autoResolve: (user_id: string) => ask('/v1/agents/conflicts/auto-resolve', { user_id }),
    /** Its status, once it is sure that it and its memories are of one step: none of it or all. */
    statusOfWhole: async (user: string): Promise<string> => {
      const { id, status } = await conflictOf(user)
      const { body } = await ask(`/v1/agents/conflicts/${id}?${query(as(user, 'c'))}`)
      const sides = [Object(body.existing).status, Object(body.new).status]
      expect(sides, String(status)).toEqual(OUTCOMES[String(status)])
      return String(status)
    },
  }
}
