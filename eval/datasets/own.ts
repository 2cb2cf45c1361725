import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from './read-json.js'

export const KINDS = [
  'fact',
  'preference',
  'change',
  'who',
  'number',
  'time',
  'multi-hop',
  'typo',
  'language',
  'none',
] as const

const turn = z.object({ id: z.string(), speaker: z.string(), text: z.string() })
const session = z.object({ id: z.string(), date: z.iso.date(), turns: z.array(turn).min(1) })
const question = z.object({ question: z.string(), kind: z.enum(KINDS), gold: z.array(z.string()) })
const dialogue = z.object({
  about: z.string(),
  sessions: z.array(session).min(1),
  questions: z.array(question).min(1),
})

const OWN = join(import.meta.dirname, '../own')

/** Our own dialogues, by file name. Throws BadInput. */
export const readOwn = async (folder = OWN) => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json') && file !== 'expected.json').sort()
  return Promise.all(
    files.map(async (file) => ({
      id: file.replace(/\.json$/, ''),
      ...(await readJson(join(folder, file), dialogue)),
    })),
  )
}

const figures = z.object({ any10: z.number(), all10: z.number() })
const expected = z.object({ search: figures, fast: figures })

/** The figures that the set reached when they were last written down, in per cent. */
export const readExpected = () => readJson(join(OWN, 'expected.json'), expected)
