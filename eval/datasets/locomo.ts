import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Dialogue, Session } from '../dialogue.js'
import { readJson } from './read-json.js'

/** Conversations that parameters may be chosen on; the others are kept for measuring. */
export const DEVELOPMENT = ['26', '30']

/** What its numbers stand for. The fifth category asks what cannot be answered and is left out. */
const CATEGORIES = new Map([
  [1, 'multi-hop'],
  [2, 'temporal'],
  [3, 'open-domain'],
  [4, 'single-hop'],
])

const turn = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string().nullish(),
  clean_text: z.string().nullish(),
  blip_caption: z.string().nullish(),
})
const qa = z.object({
  question: z.coerce.string(),
  category: z.number(),
  evidence: z.array(z.coerce.string()).nullish(),
})
const conversation = z.looseObject({ qa: z.array(qa) })

/** The folder's own files, or those of the sub folder of a checkout that holds them. */
const folderIn = (given: string): string =>
  ['data/multimodal_dialog/locomo10_v2', 'multimodal_dialog/locomo10_v2']
    .map((inner) => join(given, inner))
    .find((folder) => existsSync(folder)) ?? given

/** The conversations by their numbers. A turn's picture is told by its caption. Throws BadInput. */
export const readLocomo = (given: string, conversations: readonly string[]): Promise<readonly Dialogue[]> =>
  Promise.all(
    conversations.map(async (id) => dialogueOf(id, await readJson(join(folderIn(given), `${id}.json`), conversation))),
  )

const dialogueOf = (id: string, read: z.output<typeof conversation>): Dialogue => {
  const sessions = sessionsOf(read)
  const known = new Set(sessions.flatMap(({ turns }) => turns.map((each) => each.id)))
  const questions = read.qa.flatMap(({ question, category, evidence }) => {
    const kind = CATEGORIES.get(category)
    const named = (evidence ?? []).flatMap((text) => text.match(/D\d+:\d+/g) ?? [])
    const gold = [...new Set(named)].filter((each) => known.has(each))
    return kind === undefined || gold.length === 0 ? [] : [{ question, kind, gold }]
  })
  return { id, sessions, questions }
}

const sessionsOf = (read: Readonly<Record<string, unknown>>): readonly Session[] =>
  Object.entries(read)
    .flatMap(([key, value]) => {
      const number = /^session_(\d+)$/.exec(key)?.[1]
      if (number === undefined || !Array.isArray(value)) return []
      const turns = z
        .array(turn)
        .parse(value)
        .map((each) => ({
          id: each.dia_id,
          speaker: each.speaker,
          text: oneLine(`${each.clean_text ?? each.text ?? ''} ${each.blip_caption ?? ''}`),
        }))
      return [{ id: `s${number}`, date: String(read[`${key}_date_time`] ?? ''), turns, number: Number(number) }]
    })
    .toSorted((a, b) => a.number - b.number)
    .map(({ id, date, turns }) => ({ id, date, turns }))

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
