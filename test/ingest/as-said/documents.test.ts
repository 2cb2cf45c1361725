import { describe, expect, test } from 'vitest'
import type { Conversation } from '../../../src/import/message.js'
import { extract } from '../../../src/ingest/as-said/extract.js'

const AT = '2026-03-05T10:00:00.000Z'
const extracted = (conversation: Conversation, from = 0) => extract(conversation, { at: AT, from })
const contentsOf = (text: string) => extracted({ text }).facts.map(({ content }) => content)

const CHANGES = `# boxes

## 2.1.0

### Minor Changes

- Adds a lid to every box.

- Adds handles.

### Patch Changes

- Updates dependencies.

## 2.0.0

### Patch Changes

- Updates dependencies.
`

describe('a document with headings', () => {
  test('becomes memories that each say which headings they stand below', () => {
    expect(contentsOf(CHANGES)).toEqual([
      '# boxes\n## 2.1.0\n### Minor Changes\n- Adds a lid to every box.',
      '# boxes\n## 2.1.0\n### Minor Changes\n- Adds handles.',
      '# boxes\n## 2.1.0\n### Patch Changes\n- Updates dependencies.',
      '# boxes\n## 2.0.0\n### Patch Changes\n- Updates dependencies.',
    ])
  })

  test('keeps a heading that nothing stands below', () => {
    expect(
      contentsOf('# Plans for the garden\n\n## Pond\n\n## Fence\n\nPaint the fence green.\n\n## Compost heap'),
    ).toEqual([
      '# Plans for the garden\n## Pond',
      '# Plans for the garden\n## Fence\nPaint the fence green.',
      '# Plans for the garden\n## Compost heap',
    ])
  })

  test('of which a heading and its list are one paragraph keeps them together', () => {
    expect(contentsOf('## 1.2.0\n- fixes the lid\n- fixes the hinge\n\nThanks to Ana.')).toEqual([
      '## 1.2.0\n- fixes the lid\n- fixes the hinge',
      '## 1.2.0\nThanks to Ana.',
    ])
  })

  test('gives what stands below a dated heading its date', () => {
    const { facts } = extracted({ text: '# Diary\n\n## 12 March 2025\n\n- Went to the dentist.\n- Bought a kettle.' })
    expect(facts.map(({ dates }) => dates.map(({ from }) => from))).toEqual([['2025-03-12'], ['2025-03-12']])
  })

  test('tells every piece of a long section the heading of it, in a message too', () => {
    const section = Array.from(
      { length: 30 },
      (_, i) => `The valve ${i} is opened by the crew before the shift begins.`,
    )
    const content = `Here it is.\n\n## Valves\n${section.join('\n')}\n\n## Pumps\nThere are two pumps, and one of them is spare.`
    const { facts } = extracted({ messages: [{ role: 'assistant', content }] })
    const [, ...behind] = facts.map((fact) => fact.content)
    expect(behind.length).toBeGreaterThan(2)
    expect(behind.every((text) => text.startsWith('Assistant: ## Valves\n'))).toBe(true)
    expect(behind.at(-1)).toContain('## Pumps\nThere are two pumps')
  })

  test('whose chapter is called like a role is no dialogue', () => {
    const manual = '# ssh\n\n### Client\n\nconnect opens a connection.\n\n### Server\n\nlisten waits for clients.'
    expect(extracted({ text: manual }).facts.map(({ speaker }) => speaker)).toEqual([null, null])
  })

  test('is told from a dialogue whose turns stand below roles', () => {
    const dialogue = '# Export\n\n### User\n\nWhere is the key?\n\n### Assistant\n\nThe key is under the mat.'
    expect(contentsOf(dialogue)).toEqual(['# Export', 'User: Where is the key?\nAssistant: The key is under the mat.'])
  })

  test('is told from code, whose comments are no headings', () => {
    const text = '```sh\n# install\n\nnpm ci\n```\n\nThe build takes a minute.'
    expect(contentsOf(text)).toEqual(['```sh\n# install\n\nnpm ci\n```', 'The build takes a minute.'])
  })

  test('keeps its lines in what was said, a turn from its headings on', () => {
    const { said } = extracted({ text: CHANGES })
    expect(said.map(({ content }) => content).join('\n')).toBe(CHANGES)
    expect(said[2]?.content).toBe('### Patch Changes\n\n- Updates dependencies.\n')
  })

  test('that has a new part right behind what is known gives it below its headings, and no heading alone', () => {
    const [title, blank, ...rest] = CHANGES.split('\n')
    const grown = [title, blank, '## 2.2.0', '', '- Adds wheels.', '- Adds a bell.', '', ...rest].join('\n')
    expect(extracted({ text: grown }, 2).facts.map(({ content }) => content)).toEqual([
      '# boxes\n## 2.2.0\nAdds wheels.',
      '# boxes\n## 2.2.0\nAdds a bell.',
      ...contentsOf(CHANGES),
    ])
  })

  test('that has grown gives what is new, below its headings', () => {
    const grown = `${CHANGES}\n- Adds a key.\n`
    const { facts } = extracted({ text: grown }, CHANGES.split('\n').length)
    expect(facts.map(({ content }) => content)).toEqual(['# boxes\n## 2.0.0\n### Patch Changes\n- Adds a key.'])
  })

  test('of a recipe says of which one its ingredients and steps are', () => {
    expect(
      contentsOf(
        '# Strudel\n\n## Steps\n\n1. Knead the flour with the egg.\n2. Slice all of the apples.\n\n# Tiramisu\n\nServes four.',
      ),
    ).toEqual([
      '# Strudel\n## Steps\n1. Knead the flour with the egg.',
      '# Strudel\n## Steps\n2. Slice all of the apples.',
      '# Tiramisu\nServes four.',
    ])
  })
})
