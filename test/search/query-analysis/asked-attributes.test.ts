import { describe, expect, test } from 'vitest'
import { askedAttributes, attributeTerms } from '../../../src/search/query-analysis/query-analysis.js'

describe('a question for an attribute of one value', () => {
  test.each([
    ['Where do I live?', 'live', 'reloc'],
    ['Who does Ana work for?', 'work', 'hire'],
    ['Who is my boss?', 'boss', 'report'],
    ['Wo wohne ich?', 'wohne', 'umgezog'],
    ['What am I allergic to?', 'allergic', 'allergi'],
    ['What do I need to buy?', 'buy', 'shop'],
    ['Was muss ich noch einkaufen?', 'einkaufen', 'besorg'],
    ['Wie hoch ist Anas Miete?', 'miete', 'vermiet'],
  ])('%s is asked by "%s", and found by words that tell it', (query, word, lexeme) =>
    expect(attributeTerms(askedAttributes(query))).toContainEqual(expect.objectContaining({ word, lexeme })),
  )

  test.each(['What did the gardener plant?', 'Which birds sing at night?', 'Was singt der Vogel?'])(
    '%s asks for none',
    (query) => expect(askedAttributes(query)).toEqual([]),
  )
})
