import { join } from 'node:path'
import { z } from 'zod'
import { BadInput, readJson } from './read-json.js'

/** Chats that parameters may be chosen on, of the size 500K; the other sizes are kept for measuring. */
export const CHATS = ['1', '4', '7', '10', '13', '16', '19', '22', '25', '28']

const message = z.object({
  id: z.number(),
  role: z.string(),
  content: z.string(),
  time_anchor: z.string().nullish(),
})
const batch = z.object({ turns: z.array(z.array(message)) })
const probing = z.record(
  z.string(),
  z.array(z.looseObject({ question: z.string(), source_chat_ids: z.unknown().optional() })),
)

export type ChatMessage = { readonly id: number; readonly role: string; readonly content: string }
export type ChatQuestion = {
  readonly question: string
  readonly kind: string
  /** The messages that hold the answer. */
  readonly gold: readonly number[]
  /** Where something was told anew: the messages of before and of after. */
  readonly update?: { readonly original: readonly number[]; readonly updated: readonly number[] }
}
export type Chat = {
  readonly id: string
  /** `at` is the day of the session, ISO 8601, where the set tells it. */
  readonly sessions: readonly { readonly id: string; readonly at?: string; readonly messages: readonly ChatMessage[] }[]
  readonly questions: readonly ChatQuestion[]
}

/** The chats of a checkout's `chats/500K` by their numbers, with the questions whose evidence is told. Throws BadInput. */
export const readBeam = (checkout: string, chats: readonly string[]): Promise<readonly Chat[]> =>
  Promise.all(
    chats.map(async (id) => {
      const folder = join(checkout, 'chats/500K', id)
      const batches = await readJson(join(folder, 'chat.json'), z.array(batch))
      const questions = await readJson(join(folder, 'probing_questions/probing_questions.json'), probing)
      return { id, sessions: batches.map(sessionOf), questions: questionsOf(questions) }
    }),
  )

/** What follows an arrow is the set's own note, and not said. */
const NOTE = / ?->->.*$/s

const sessionOf = ({ turns }: z.output<typeof batch>, at: number) => {
  const messages = turns.flat()
  const anchor = messages.find(({ time_anchor }) => time_anchor)?.time_anchor
  return {
    id: `b${at}`,
    ...(typeof anchor === 'string' ? { at: dayOf(anchor) } : {}),
    messages: messages.map(({ id, role, content }) => ({ id, role, content: content.replace(NOTE, '') })),
  }
}

/** "March-15-2024" as ISO 8601. */
const dayOf = (anchor: string): string => {
  const time = Date.parse(`${anchor.replaceAll('-', ' ')} 09:00 UTC`)
  if (Number.isNaN(time)) throw new BadInput(`"${anchor}" is no date of the form March-15-2024.`)
  return new Date(time).toISOString()
}

const questionsOf = (probed: z.output<typeof probing>): readonly ChatQuestion[] =>
  Object.entries(probed).flatMap(([kind, asked]) =>
    asked.flatMap(({ question, source_chat_ids: told }) => {
      const gold = [...new Set(numbersIn(told))]
      if (gold.length === 0) return []
      const { original_info: original, updated_info: updated } = Object(told) as Record<string, unknown> // any JSON
      const update =
        updated === undefined ? {} : { update: { original: numbersIn(original), updated: numbersIn(updated) } }
      return [{ question, kind, gold, ...update }]
    }),
  )

/** Every number of a JSON value: the set names messages in lists, and in lists by what they are for. */
const numbersIn = (value: unknown): readonly number[] => {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}
