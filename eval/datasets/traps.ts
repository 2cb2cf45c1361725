import { join } from 'node:path'
import { z } from 'zod'
import { visibility } from '../../src/domain/scope.js'
import { readJson } from './read-json.js'

/*
 * Traps: small dialogues, English and German, in which a later turn looks like an update and is none. Nothing may be superseded.
 *
 *   kind      why the later turn is no update: `plan`, `joke`, `several` …
 *   sessions  in the order of their ingests. `agent` writes one, in a workspace; without it the user does
 *   turns     lines, each with its speaker ahead: `User: I live in Lisbon.`
 */
const session = z.object({
  date: z.iso.date(),
  agent: z.string().optional(),
  visibility: visibility.optional(),
  turns: z.array(z.string()).min(1),
})
const trap = z.object({ id: z.string(), kind: z.string(), sessions: z.array(session).min(1) })
export type Trap = z.output<typeof trap>

/** Throws BadInput. */
export const readTraps = (): Promise<readonly Trap[]> =>
  readJson(join(import.meta.dirname, '../corrections/traps.json'), z.array(trap))

/** The ingests of a trap, one a session: who writes, and the rest of the body. `apart`: one a turn. */
export const ingestsOf = ({ sessions }: Trap, apart: boolean) =>
  sessions.flatMap(({ date, agent, visibility, turns }, i) =>
    (apart ? turns.map((turn) => [turn]) : [turns]).map((lines) => ({
      scope: agent === undefined ? {} : { workspace_id: 'w', agent_id: agent },
      body: {
        ...(visibility === undefined ? {} : { visibility }),
        session_id: `s${i + 1}`,
        conversation: [`[Session date: ${date}]`, ...lines].join('\n'),
      },
    })),
  )
