import { z } from 'zod'
import { type Ask, Refused } from './operations.js'
import { type ConnectionScope, scopeOfCall } from './scope.js'
import type { Fields, Tool } from './tool.js'
import type { Toolset } from './toolsets.js'

/** What one connection, or over HTTP one request, is served with. */
export type Connection = {
  readonly ask: Ask
  readonly scope: ConnectionScope
  readonly toolset: Toolset
  readonly secret: Buffer
  /** Hears of errors that nobody expected. */
  readonly failed: (error: unknown) => void
}

const answer = z.object({ ignored_fields: z.array(z.string()).default([]) })

const ignoredIn = (body: unknown): readonly string[] => answer.safeParse(body).data?.ignored_fields ?? []

const warningOf = (fields: ReadonlySet<string>): string =>
  `These fields are not known and had no effect: ${[...fields].join(', ')}.`

/** Runs a tool for the user that its arguments name, within the scope of the connection. */
export const call = async (tool: Tool, args: Fields, { ask, secret, failed, scope: fixed }: Connection) => {
  try {
    const { user_id: _, ...rest } = args
    const scope = scopeOfCall(fixed, tool.userIn(args))
    const ignored = new Set<string>()
    const noting: Ask = async (...asked) => {
      const answered = await ask(...asked)
      for (const name of ignoredIn(answered.body)) ignored.add(name)
      return answered
    }
    const result = await tool.run(rest, { ask: noting, scope, secret, now: Date.now })
    return { isError: false, ...result, warning: ignored.size > 0 ? warningOf(ignored) : undefined }
  } catch (error) {
    if (!(error instanceof Refused)) failed(error)
    const text = error instanceof Refused ? error.message : 'Internal error'
    return { isError: true, text, data: undefined, warning: undefined }
  }
}
