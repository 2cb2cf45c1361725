import { z } from 'zod'
import { BadInput, readJson } from './read-json.js'

const message = z.object({ role: z.string(), content: z.string(), has_answer: z.boolean().nullish() })
const entry = z.object({
  question_id: z.string(),
  question_type: z.string(),
  question: z.string(),
  haystack_session_ids: z.array(z.string()),
  haystack_dates: z.array(z.string()),
  haystack_sessions: z.array(z.array(message)),
  answer_session_ids: z.array(z.string()),
})
type Entry = z.output<typeof entry>

export type Message = { readonly role: string; readonly content: string }
export type Haystack = {
  readonly id: string
  readonly type: string
  readonly question: string
  readonly sessions: readonly {
    readonly id: string
    /** ISO 8601, taken as UTC. */
    readonly at: string
    readonly messages: readonly Message[]
  }[]
  /** The sessions that hold the answer. */
  readonly gold: ReadonlySet<string>
}
export type Haystacks = {
  readonly asked: readonly Haystack[]
  /** Questions that the official script does not count either. */
  readonly skipped: { readonly abstention: number; readonly withoutTarget: number }
}

/** The questions that count; with a limit so many of them, evenly spread over the file. Throws BadInput. */
export const readLongMemEval = async (file: string, limit?: number): Promise<Haystacks> => {
  const entries = await readJson(file, z.array(entry))
  const answerable = entries.filter(({ question_id }) => !question_id.includes('_abs'))
  const all = answerable.map(haystackOf).filter(({ gold }) => gold.size > 0)
  const step = all.length / Math.min(all.length, limit ?? all.length)
  return {
    asked: all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)),
    skipped: { abstention: entries.length - answerable.length, withoutTarget: answerable.length - all.length },
  }
}

const haystackOf = (read: Entry): Haystack => ({
  id: read.question_id,
  type: read.question_type,
  question: read.question,
  sessions: read.haystack_sessions.map((messages, i) => ({
    id: read.haystack_session_ids[i] ?? `${i}`,
    at: instantOf(read.haystack_dates[i] ?? ''),
    messages: messages.map(({ role, content }) => ({ role, content })),
  })),
  gold: goldOf(read),
})

/**
 * As the official script has it, an answer's session counts only where the user's own words in it are marked as the
 * answer. A file without any marks is taken at its word.
 */
const goldOf = ({ haystack_session_ids, haystack_sessions, answer_session_ids }: Entry): ReadonlySet<string> => {
  const marked = haystack_sessions.flat().some(({ has_answer }) => typeof has_answer === 'boolean')
  const answering = haystack_session_ids.filter(
    (id, i) =>
      answer_session_ids.includes(id) &&
      (!marked || haystack_sessions[i]?.some(({ role, has_answer }) => role === 'user' && has_answer === true)),
  )
  return new Set(answering)
}

/** "2023/05/20 (Sat) 02:21" as ISO 8601. */
export const instantOf = (date: string): string => {
  const [, year, month, day, clock] = /^(\d{4})\/(\d{2})\/(\d{2})(?: \(\w+\))?(?: (\d{2}:\d{2}))?$/.exec(date) ?? []
  if (year === undefined) throw new BadInput(`"${date}" is no date of the form 2023/05/20 (Sat) 02:21.`)
  return `${year}-${month}-${day}T${clock ?? '00:00'}:00Z`
}
