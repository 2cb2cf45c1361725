import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { visibility } from '../../src/domain/scope.js'
import { readJson } from './read-json.js'

/*
 * Dialogues in which something is said anew, and traps in which it only seems so. A file of eval/corrections holds a list:
 *
 *   id        its name in the reports
 *   language  of the turns: en or de
 *   kind      what is tried: change, correct, end, retract and late are right to close something; all others are traps
 *   sessions  in the order in which they are ingested, not always that of their dates. `agent` writes it, in a workspace;
 *             without it the user does. A turn's id is `<session>:<number>`
 *   closed    which turns are out of force at the end, and by which later or earlier turn; `by` null: withdrawn
 */
const turn = z.object({ id: z.string(), speaker: z.string(), text: z.string() })
const session = z.object({
  id: z.string(),
  date: z.iso.date(),
  agent: z.string().optional(),
  visibility: visibility.optional(),
  turns: z.array(turn).min(1),
})
const correction = z.object({
  id: z.string(),
  language: z.enum(['en', 'de']),
  kind: z.string(),
  sessions: z.array(session).min(1),
  closed: z.array(z.object({ turn: z.string(), by: z.string().nullable() })),
})
export type Correction = z.output<typeof correction>

const CORRECTIONS = join(import.meta.dirname, '../corrections')

/** Our own dialogues of corrections and traps, by file and order. Throws BadInput. */
export const readCorrections = async (folder = CORRECTIONS): Promise<readonly Correction[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
  return (await Promise.all(files.map((file) => readJson(join(folder, file), z.array(correction))))).flat()
}
