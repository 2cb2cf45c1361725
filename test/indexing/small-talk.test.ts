import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

const RENT = 'My rent is 1,340 euros a month.'
const MIETE = 'Meine Miete beträgt 900 Euro.'

describe('small talk around a statement is nothing that its turn says besides', () => {
  test.each([
    `Hi! ${RENT}`,
    `Good morning everyone! ${RENT}`,
    `${RENT} Thanks a lot!`,
    `${RENT} That's all for today.`,
    `${RENT} Have a nice evening!`,
    `${RENT} Talk to you later!`,
    `Back from lunch. ${RENT}`,
    `${RENT} Coffee time now.`,
    `One more thing. ${RENT}`,
    `${RENT} It's raining here, by the way.`,
    `${RENT} Please remember that.`,
  ])('so another value puts it out of force: %s', (first) => {
    expect(closes(first, 'My rent is 1,900 euros a month.')).toBe(true)
  })

  test.each([`Guten Morgen! ${MIETE}`, `${MIETE} Danke dir!`, `${MIETE} Bis später!`, `${MIETE} Schönen Abend noch!`])(
    'in German, too: %s',
    (first) => {
      expect(closes(first, 'Meine Miete beträgt jetzt 950 Euro.')).toBe(true)
    },
  )

  test.each([
    `${RENT} My sister is coming on Friday.`,
    `${RENT} The heating is broken.`,
    `Back from Rome. ${RENT}`,
    `${RENT} Thanks to Ana, the deposit was waived.`,
    `${RENT} See you on June 3 at the notary.`,
    `${RENT} I need a new mattress.`,
  ])('but what says something of somebody keeps its turn in force: %s', (first) => {
    expect(closes(first, 'My rent is 1,900 euros a month.')).toBe(false)
  })
})
