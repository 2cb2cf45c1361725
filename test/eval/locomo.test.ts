import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLocomo } from '../../eval/datasets/locomo.js'
import { written } from '../../eval/dialogue.js'

/** The form of the data set with words of our own. */
const conversation = {
  session_2_date_time: '9:05 am on 3 June, 2024',
  session_2: [{ speaker: 'Bo', dia_id: 'D2:1', text: 'Back again.', clean_text: 'I am back.' }],
  session_1_date_time: '4:10 pm on 1 June, 2024',
  session_1: [
    { speaker: 'Ada', dia_id: 'D1:1', text: 'Look at\nmy boat!', blip_caption: 'a boat on a lake' },
    { speaker: 'Bo', dia_id: 'D1:2', text: 'Nice.' },
  ],
  session_1_summary: 'They talk.',
  qa: [
    { question: 'What does Ada own?', answer: 'a boat', category: 4, evidence: ['D1:1; D2:1'] },
    { question: 'When is Bo back?', category: 2, evidence: ['D2:1', 'D9:9'] },
    { question: 'What is not said?', category: 5, evidence: ['D1:1'] },
    { question: 'Why?', category: 1, evidence: [] },
  ],
}

describe('a conversation of the LoCoMo data set', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'locomo-'))
    const inner = join(folder, 'data/multimodal_dialog/locomo10_v2')
    await mkdir(inner, { recursive: true })
    await writeFile(join(inner, '7.json'), JSON.stringify(conversation))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is read from a checkout, its sessions in order, its pictures told by their captions', async () => {
    const [read] = await readLocomo(folder, ['7'])
    expect(read?.sessions.map(written)).toEqual([
      '[Session date: 4:10 pm on 1 June, 2024]\nAda: Look at my boat! a boat on a lake\nBo: Nice.',
      '[Session date: 9:05 am on 3 June, 2024]\nBo: I am back.',
    ])
  })
  test('has the questions of categories 1 to 4 that name known turns', async () => {
    const [read] = await readLocomo(folder, ['7'])
    expect(read?.questions).toEqual([
      { question: 'What does Ada own?', kind: 'single-hop', gold: ['D1:1', 'D2:1'] },
      { question: 'When is Bo back?', kind: 'temporal', gold: ['D2:1'] },
    ])
  })
  test('that is not there is named', () => expect(readLocomo(folder, ['8'])).rejects.toThrow('8.json cannot be read'))
})
