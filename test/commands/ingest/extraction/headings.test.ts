import { describe, expect, test } from 'vitest'
import { extract } from '../../../../src/commands/ingest/extraction/extract.js'
import { claimsOf } from '../../../../src/indexing/claims/claims-of.js'

const contents = (...lines: readonly string[]) =>
  extract({ text: lines.join('\n') }, { at: '2026-03-01T00:00:00.000Z' }).facts.map(({ content }) => content)

describe('a paragraph of a document', () => {
  test('is told with the headings of the document and of its section', () => {
    expect(
      contents(
        '# Apple Strudel',
        '',
        'Bake for 35 minutes.',
        '',
        '## Ingredients',
        '- 250 g of flour',
        '- 1 kg of tart apples',
        '',
        'Rest well.',
        '',
        '# Tiramisu',
        '',
        'It serves four people.',
      ),
    ).toEqual([
      '# Apple Strudel\nBake for 35 minutes.',
      '# Apple Strudel\n## Ingredients\n- 250 g of flour\n- 1 kg of tart apples',
      '# Apple Strudel\n## Ingredients\nRest well.',
      '# Tiramisu\nIt serves four people.',
    ])
  })

  test('is told with them where it is a step, or an item of few words', () => {
    expect(contents('## Shopping', '', '- oat milk', '- two kilos of potatoes')).toEqual([
      '## Shopping\noat milk',
      '## Shopping\ntwo kilos of potatoes',
    ])
    expect(contents('## Steps', '', '1. Knead the flour with the egg.', '2. Slice all of the apples.')).toEqual([
      '## Steps\n1. Knead the flour with the egg.',
      '## Steps\n2. Slice all of the apples.',
    ])
  })

  test('stands by itself where it is a statement of a list, and so does the heading', () => {
    expect(contents('## Facts', '', '- Alice works at Acme in Porto.', '- Bob lives in the south of Paris.')).toEqual([
      '## Facts',
      'Alice works at Acme in Porto.',
      'Bob lives in the south of Paris.',
    ])
  })

  test('is told without headings that are comments of a script', () => {
    expect(contents('# install all packages', 'npm ci', '', '# run the service', 'npm start')).toEqual([
      '# install all packages\nnpm ci',
      '# run the service\nnpm start',
    ])
  })

  test('says no more by its headings', () => {
    const context = { speaker: null, role: null, language: 'en' } as const
    const [told, plain] = ['# Profile\n## Home\nI live in Berlin.', 'I live in Berlin.'].map((text) =>
      claimsOf(text, context),
    )
    expect(told?.sole).toBe(true)
    expect(told?.claims.map(({ value }) => value)).toEqual(plain?.claims.map(({ value }) => value))
  })
})
