import { describe, expect, test } from 'vitest'
import { isOfSpeaker, tellsOfAnEnd, tellsOfChange } from '../../../src/search/holds-now/said-anew.js'

describe('a text tells of a change', () => {
  test.each([
    'Ana: I moved to Porto in March.',
    'We switched the build to another server.',
    'Dana left. I report to Farid.',
    'The gateway is at another address these days.',
    'From April I owe him more.',
    'I don’t eat meat any more.',
    'The rate went up to 4.5 percent.',
    'Marta got rid of the scooter.',
    'Oma ist letzte Woche umgezogen.',
    'Ben hat die Kasse übernommen.',
    'Frau Demir kann nur noch freitags.',
    'Ab Mai kostet es mehr.',
    'Me he mudado a Bilbao.',
    'Redujo la jornada a seis horas.',
    'Las facturas ya no van en papel.',
    'Nous avons déménagé.',
    'Não moro lá, mudei de casa.',
    'Non lavoro più in banca.',
    'Wij zijn verhuisd.',
    'Я переехала в Казань.',
    'Sorry, I mixed it up: the flight leaves at 8:35.',
    'I meant 8:35.',
    'Ich habe mich vertippt: Abflug um 8:35.',
    'Me equivoqué, el vuelo sale a las 8:35.',
  ])('%s', (text) => expect(tellsOfChange(text)).toBe(true))

  test.each([
    'I live in Lisbon.',
    'I left early.',
    'I started a new book and I love it.',
    'Call me again since you know the number.',
    'Ich wohne in Berlin.',
    'Vivo en la calle Olmo.',
    `${'word '.repeat(300)}these days`,
  ])('but not: %.60s', (text) => expect(tellsOfChange(text)).toBe(false))
})

describe('a text tells of an end', () => {
  test.each(['Helena is on leave.', 'The bakery closed.', 'Der Toaster ist kaputt.', 'Vendió la moto.'])('%s', (text) =>
    expect(tellsOfAnEnd(text)).toBe(true),
  )
  test.each(['Helena is in Rome.', 'Der Toaster ist rot.', 'Tiene una moto.'])('but not: %s', (text) =>
    expect(tellsOfAnEnd(text)).toBe(false),
  )
})

describe('somebody speaks of themself', () => {
  test.each(['Ana: I live here.', 'my dog', 'Ich wohne hier.', 'Mein Auto', 'Mi coche', 'J’aime ça, moi'])(
    '%s',
    (text) => expect(isOfSpeaker(text)).toBe(true),
  )
  test.each(['The gateway listens on port 8080.', 'Die Putzhilfe kommt dienstags.', 'El taller abre a las nueve.'])(
    'but not: %s',
    (text) => expect(isOfSpeaker(text)).toBe(false),
  )
})
