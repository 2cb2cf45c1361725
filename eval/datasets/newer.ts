import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from './read-json.js'

/*
 * Dialogues in which something that was said holds no longer, in other words than it was said in. Each file of eval/newer is a
 * half of the set: parameters are chosen on `tune` alone. Questions are of five kinds:
 *
 *   newer     asks for what holds: `gold` is the later turn, `below` what it replaces, told in other words
 *   restated  the same, told in nearly the same words
 *   attribute  the same of an attribute that has one value at a time (home, employer, price), told in other words
 *   past      asks for what was: `gold` is the earlier turn, `below` the later
 *   still     asks for what was said once and holds: `below` is a later turn, about something near
 */
const KINDS = ['newer', 'restated', 'attribute', 'past', 'still'] as const
const turn = z.object({ id: z.string(), speaker: z.string(), text: z.string() })
const session = z.object({ id: z.string(), date: z.iso.date(), turns: z.array(turn).min(1) })
const question = z.object({
  question: z.string(),
  kind: z.enum(KINDS),
  gold: z.array(z.string()).min(1),
  below: z.array(z.string()).min(1),
})
const dialogue = z.object({
  id: z.string(),
  about: z.string(),
  sessions: z.array(session).min(1),
  questions: z.array(question).min(1),
})

export const HALVES = ['tune', 'held-out'] as const
type Half = (typeof HALVES)[number]
export type Renewed = z.output<typeof dialogue> & { readonly half: Half }

/** The dialogues of one half. Throws BadInput. */
export const readNewer = async (half: Half): Promise<readonly Renewed[]> => {
  const dialogues = await readJson(join(import.meta.dirname, `../newer/${half}.json`), z.array(dialogue))
  return dialogues.map((each) => ({ ...each, half }))
}
