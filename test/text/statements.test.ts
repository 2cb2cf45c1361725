import { describe, expect, test } from 'vitest'
import { statementsOf } from '../../src/text/sentences.js'

describe('sentences of a text without speakers', () => {
  test.each([
    'I live in Lisbon. My dentist is Ms. Okafor.',
    'Ich wohne in Köln. Mein Hund heißt Rex.',
    'Vivo en Madrid. Mi perro se llama Rex.',
    'Ma sœur habite à Lyon. Mon chat est noir.',
    'Mio padre vive a Roma. La mia auto è rossa.',
    'Eu moro no Porto. O meu gato é preto.',
    'Ik woon in Utrecht. Mijn zus heet Anna.',
    'Мой брат живёт в Казани. Наша дача стоит у реки.',
  ])('are statements where each names its own subject: %s', (text) =>
    expect(statementsOf(text, { isSaid: false })).toHaveLength(2),
  )

  test.each([
    'Tom lives in Lisbon. He works at a bakery.',
    'Mein Bruder heißt Tom. Er wohnt in Köln.',
    'Mi hermano vive en Madrid. Él tiene dos hijos.',
    'Mon frère habite à Lyon. Il a deux enfants.',
    'Mia sorella vive a Roma. Lei ha un gatto.',
    'O meu irmão mora no Porto. Ele tem dois gatos.',
    'Mijn broer woont in Utrecht. Hij heeft een hond.',
    'Мой брат живёт в Казани. Он работает врачом.',
  ])('stay together where one leans on the other: %s', (text) =>
    expect(statementsOf(text, { isSaid: false })).toBeUndefined(),
  )

  test('two that somebody says are one thing', () =>
    expect(statementsOf('I live in Lisbon. My dentist is Ms. Okafor.', { isSaid: true })).toBeUndefined())
})
