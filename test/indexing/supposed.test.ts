import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('what a front sets apart from fact', () => {
  test.each([
    'Picture this: ',
    "For argument's sake, ",
    'As the saying goes, ',
    'In the training scenario, ',
    'In the demo data, ',
    'Fake news: ',
    'Gossip has it that ',
  ])('replaces nothing: %s', (front) => {
    expect(closes('The owner of van 7 is Omar Kern.', `${front}the owner of van 7 is Nina Frey.`)).toBe(false)
  })

  test.each([
    'Es geht das Gerücht um, ',
    'Nehmen wir einmal an, ',
    'Stellen wir uns vor, ',
    'Gesetzt den Fall, ',
    'Ein Gerücht besagt, ',
    'Der Plan ist, ',
    'Ich hoffe, ',
    'Womöglich ',
  ])('replaces nothing in German: %s', (front) => {
    expect(closes('Die Schule von Ben ist die Parkschule.', `${front}die Schule von Ben ist die Waldschule.`)).toBe(
      false,
    )
  })

  test('what is told in earnest behind a comma replaces', () => {
    expect(
      closes('Die Schule von Ben ist die Parkschule.', 'Gute Nachricht, die Schule von Ben ist jetzt die Waldschule.'),
    ).toBe(true)
  })

  test('a plan that something is on is told in earnest', () => {
    expect(closes("Anna Kern's phone plan is Basic.", "Anna Kern's phone plan is now Pro, not Basic.")).toBe(true)
  })
})
