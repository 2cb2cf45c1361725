import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askChats, ingestChats } from '../../eval/ask-chats.js'
import type { Found } from '../../eval/asking.js'
import { readBeam } from '../../eval/datasets/beam.js'
import { wordsOf } from '../../eval/figures.js'

/** The form of the data set with words of our own. */
const chat = [
  {
    turns: [
      [
        { id: 0, role: 'user', content: 'My boat is blue. ->-> 1,2', time_anchor: 'March-05-2024' },
        { id: 1, role: 'assistant', content: 'Blue is a fine colour for a boat.' },
      ],
      [{ id: 2, role: 'user', content: ' ->-> 1,3' }],
      [{ id: 3, role: 'user', content: 'My boat is red now.' }],
    ],
  },
]
const questions = {
  knowledge_update: [
    { question: 'Which colour has my boat?', source_chat_ids: { original_info: [0], updated_info: [3] } },
  ],
  abstention: [{ question: 'How old is it?' }],
  summary: [{ question: 'What about boats?', source_chat_ids: [[1], 1] }],
}

describe('a chat of the BEAM data set', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'beam-'))
    const inner = join(folder, 'chats/500K/7')
    await mkdir(join(inner, 'probing_questions'), { recursive: true })
    await writeFile(join(inner, 'chat.json'), JSON.stringify(chat))
    await writeFile(join(inner, 'probing_questions/probing_questions.json'), JSON.stringify(questions))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is read without the notes of the set, with the questions whose evidence is told', async () => {
    const [read] = await readBeam(folder, ['7'])
    expect(read?.sessions).toMatchObject([{ id: 'b0', at: '2024-03-05T09:00:00.000Z' }])
    expect(read?.sessions[0]?.messages.map(({ content }) => content)).toEqual([
      'My boat is blue.',
      'Blue is a fine colour for a boat.',
      '',
      'My boat is red now.',
    ])
    expect(read?.questions.map(({ kind, gold }) => [kind, gold])).toEqual([
      ['knowledge_update', [0, 3]],
      ['summary', [1]],
    ])
  })

  test('is told in parts that name their first message, and what is found counts by it', async () => {
    const chats = await readBeam(folder, ['7'])
    const told: object[] = []
    const memory = (first: number, turn: number): Found => ({
      ...{ id: `${first}`, content: '', score: 0.5, turn, metadata: { first_message: first } },
    })
    const client = {
      ingest: async (_: string, what: object) => told.push(what),
      search: async () => ({ ms: 1, memories: [memory(3, 0), memory(0, 1), memory(0, 0)], scores: [] }),
      expand: async () => [],
      ingestFully: () => Promise.reject(new Error('not asked')),
      lastAction: () => Promise.reject(new Error('not asked')),
    }
    const run = { client, userOf: (id: string) => id, progress: () => {} }
    await ingestChats(run, chats)
    expect(told).toMatchObject([{ metadata: { first_message: 0 } }, { metadata: { first_message: 3 } }])
    const { outcomes } = await askChats(run, chats, 'search')
    expect(outcomes.map(({ ranks }) => ranks)).toEqual([[3, 1], [2]])
    expect(wordsOf(outcomes)).toMatchObject({ ofUser: 100, ofAssistant: 100, updates: 1, updatedFirst: 100 })
    expect(wordsOf(outcomes).shownOfAssistant).toBeCloseTo(33.3, 1)
  })
})
