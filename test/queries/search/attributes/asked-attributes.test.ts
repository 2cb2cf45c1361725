import { describe, expect, test } from 'vitest'
import { askedAttributes, attributeTerms, tells } from '../../../../src/queries/search/attributes/asked-attributes.js'

const told = (query: string, text: string): boolean =>
  askedAttributes(query).some((attribute) => tells({ attribute, query }, text))

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

describe('a statement tells what is asked for', () => {
  test.each([
    ['Where do I live?', 'I moved to Lisbon last week.'],
    ['Where do I live?', 'We found a small flat in Olhão.'],
    ['Who is my employer?', 'Hafenwerk hired me.'],
    ['What is the rent?', 'The landlady asks for 840.'],
    ['Wo wohne ich?', 'Ich bin nach Dresden gezogen.'],
    ['What am I allergic to?', 'Allergies: penicillin, latex'],
    ['Do I have an allergy?', 'I am allergic to cats.'],
    ['What do I need to buy?', 'Shopping: oat milk, potatoes'],
    ['Wogegen bin ich allergisch?', 'Allergien: Nüsse, Latex'],
    ['Wer ist mein Arbeitgeber?', 'Die Werft hat mich eingestellt.'],
  ])('%s – %s', (query, text) => expect(told(query, text)).toBe(true))

  test.each([
    ['Where do I live?', 'I like the sea.'],
    ['Where do I live?', 'My sister moved to Rome.'],
    ['Where do I live?', 'I would love to live in Rome.'],
    ['Where do I live?', 'Did you ever live in Rome?'],
    ['What is the rent?', 'The landlady is kind.'],
    ['What do I need to buy?', 'The shop is closed.'],
    ['Wo wohne ich?', 'Meine Schwester ist nach Rom gezogen.'],
    ['Wo wohne ich?', 'Vielleicht bin ich bald nach Rom gezogen.'],
  ])('but not: %s – %s', (query, text) => expect(told(query, text)).toBe(false))

  test('of a relative, where the query asks for that one', () =>
    expect(told('Where does my sister live?', 'My sister moved to Rome.')).toBe(true))
})
