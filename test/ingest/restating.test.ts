import { describe, expect, test } from 'vitest'
import { atOnce } from '../../src/concurrency/steps.js'
import { certainWording, restates } from '../../src/ingest/restating.js'
import { expectLinear } from '../support/growth.js'
import { fact, ingestOf } from './an-ingest.js'

describe('a statement takes the place of the same one with another value', () => {
  test.each([
    ['My rent is 900 euros.', 'My rent is 950 euros.'],
    ['My phone number is 555-1234.', 'My phone number is 555-9999.'],
    ['My boss is Carla.', 'My boss is now Tom.'],
    ['My dentist is Dr. Okafor.', 'My dentist is now Dr. Lind.'],
    ['I live in Paris.', 'I now live in Rome.'],
    ['I live in Paris.', 'Hi again! I live in Rome now.'],
    ['My class is on Tuesday.', 'My class is now on Thursday.'],
    ['My exam is on 3 May.', 'My exam is now on 7 June.'],
    ['Meine Miete beträgt 900 Euro.', 'Meine Miete beträgt 950 Euro.'],
    ['Ich wohne in Berlin.', 'Ich wohne jetzt in Köln.'],
    ['Vivo en Madrid.', 'Ahora vivo en Sevilla.'],
    ['Mi alquiler es de 900 euros.', 'Mi alquiler es de 950 euros.'],
    ["J'habite à Lyon.", 'J’habite maintenant à Nice.'],
    ['Il mio affitto è di 900 euro.', 'Il mio affitto è di 950 euro.'],
    ['Moro em Lisboa.', 'Agora moro no Porto.'],
  ])('%s → %s', (earlier, later) => expect(restates(later, earlier)).toBe(true))

  test.each([
    ['nothing tells of a change', 'I live in Paris.', 'I live in Rome.'],
    ['another case is told of', 'The API key on staging is 12.', 'The API key on production is now 13.'],
    ['another case is told of', 'The limit is 30 on staging.', 'The limit is now 30 on production.'],
    ['it is said of another day', 'The meeting on Monday is at 3.', 'The meeting on Tuesday is at 3.'],
    ['there may be several', 'I speak German.', 'I now speak French.'],
    ['there may be several', 'Ich habe eine Katze.', 'Ich habe jetzt einen Hund.'],
    ['there may be several', 'I live with Tom.', 'I now live with Anna.'],
    ['there may be several', 'My son is allergic to peanuts.', 'My son is now allergic to shellfish.'],
    ['there may be several', 'Our app is available in Canada.', 'Our app is now available in Mexico.'],
    ['there may be several', 'Mon père est allergique au pollen.', 'Mon père est maintenant allergique aux chats.'],
    ['there may be several', 'My exam is on 3 May.', 'My exam is on 7 June.'],
    ['there may be several', 'Our dinner is 40 euros.', 'Our dinner is 65 euros.'],
    ['another one is told of', 'My son plays football.', 'My daughter now plays football.'],
    ['another one is told of', 'My brother is in Rome.', 'My sister is now in Rome.'],
    ['another one is told of', 'Anna lives in Berlin.', 'Ben now lives in Berlin.'],
    ['something else is told of it', 'The pump is out of order.', 'The pump is red now.'],
    ['no word tells of a change', 'My tea is milk instead of cream.', 'My tea is milk instead of butter.'],
    ['it is of anything', 'Das kostet 20 Euro.', 'Das kostet 30 Euro.'],
    ['somebody else may say it', 'I live in Paris.', 'Correct this sentence, please. I now live in Rome.'],
    ['it recurs', 'I train on Mondays.', 'I now train on Sundays.'],
    ['a role is told in the place of a name', 'My boss is Carla.', 'My boss is now the director.'],
    ['it is so, too', 'I have a dog.', 'I now also have a cat.'],
    ['it is for once', 'My meeting is at 3.', 'My meeting is at 5 today.'],
    ['it may be', 'My rent is 900 euros.', 'My rent is maybe 950 euros.'],
    ['it was', 'My rent is 900 euros.', 'My rent was 800 euros.'],
    ['it is asked', 'My rent is 900 euros.', 'My rent is 950 euros?'],
    ['it is quoted', 'My rent is 900 euros.', '"My rent is 950 euros."'],
    ['more was said before', 'My rent is 900 euros. The flat is bright.', 'My rent is 950 euros.'],
    ['it is denied', 'I live in Paris.', 'I now not live in Paris.'],
  ])('not where %s: %s → %s', (_, earlier, later) => expect(restates(later, earlier)).toBe(false))
})

test('what many facts of one ingest restate of one another takes a time that grows with their number alone', () =>
  expectLinear(2000, (many) => {
    const facts = Array.from({ length: many }, (_, n) =>
      fact(`User: My crate ${n} in hall ${n % 7} weighs ${n * 3} kilos.`, {
        speaker: 'User',
        role: 'user',
        turns: [n, n],
      }),
    )
    const pairs = facts.flatMap(({ memoryId: from }, i) =>
      facts.slice(i + 1, i + 31).map(({ memoryId: to }) => ({ from, to, similarity: 0.9 })),
    )
    atOnce(certainWording(ingestOf(facts, { readsWording: true, pairs }), { neighbours: [], forgettable: [] }))
  }))
