import { describe, expect, test } from 'vitest'
import { slipsIn } from '../../src/ingest/as-said/slips.js'

const user = (text: string) => ({ speaker: 'User', role: 'user', text })
const noted = { speaker: 'Assistant', role: 'assistant', text: 'Noted.' }
const corrected = (earlier: string, slip: string) =>
  [...slipsIn([user(earlier), noted, user(slip)], undefined).values()].map(({ text }) => text)

describe('a slip that somebody owns up to', () => {
  test.each([
    [
      'My dentist appointment is on Wednesday at 9.',
      'Sorry, I meant Thursday.',
      'My dentist appointment is on Thursday at 9.',
    ],
    ['My exam is on 3 March.', 'Oops, I meant April.', 'My exam is on 3 April.'],
    ['The meeting with Tom is at 3pm.', 'I meant 4pm', 'The meeting with Tom is at 4pm.'],
    ['The meeting with Tom is at 3pm.', 'Not Tom, Tim.', 'The meeting with Tim is at 3pm.'],
    ['The meeting with Tom is at 3pm.', 'Sorry, I meant Tim', 'The meeting with Tim is at 3pm.'],
    ['The party is on Monday.', 'I meant Tuesday, not Monday', 'The party is on Tuesday.'],
    ['The meeting with Tom Miller is at 3pm.', 'Not Tom Miller, Tim Miller.', 'The meeting with Tim Miller is at 3pm.'],
    ['I live in New York.', 'Sorry, not New York, Boston.', 'I live in Boston.'],
    [
      'My dentist appointment is on Wednesday.',
      'Not on Wednesday but on Thursday.',
      'My dentist appointment is on Thursday.',
    ],
    ['Mein Termin ist am Mittwoch.', 'Entschuldigung, ich meinte Donnerstag.', 'Mein Termin ist am Donnerstag.'],
    ['Mein Termin ist am Mittwoch.', 'Nicht Mittwoch, sondern Donnerstag.', 'Mein Termin ist am Donnerstag.'],
    ['Mi vuelo sale el lunes.', 'Perdón, quise decir el martes.', 'Mi vuelo sale el martes.'],
    ['Mon train part à 8 heures.', 'Pardon, je voulais dire 9 heures.', 'Mon train part à 9 heures.'],
    ['Il mio treno parte alle 8.', 'Scusa, volevo dire 9.', 'Il mio treno parte alle 9.'],
    ['Meu voo sai na segunda-feira.', 'Desculpa, quis dizer terça-feira.', 'Meu voo sai na terça-feira.'],
    ['Mijn afspraak is op maandag.', 'Sorry, ik bedoelde dinsdag.', 'Mijn afspraak is op dinsdag.'],
    ['Мой рейс в понедельник.', 'Ой, я имел в виду среда.', 'Мой рейс в среда.'],
  ])('is written out: %s %s', (earlier, slip, meant) => expect(corrected(earlier, slip)).toEqual([meant]))

  test.each([
    ['of what stands in two places', 'My rent is 900 and the deposit 1800.', 'I meant 950.'],
    ['of nothing of its kind', 'I like coffee.', 'Sorry, I meant Thursday.'],
    ['of no certain kind', 'I like coffee.', 'I meant tea.'],
    ['that is a statement', 'I live in Paris.', 'I live in Rome, not Paris.'],
    ['that is a statement', 'I am allergic to peanuts.', 'My sister is not allergic to peanuts.'],
    ['that is a statement', 'I like coffee.', 'I do not like coffee.'],
    ['that is a statement', 'Ich arbeite bei Siemens.', 'Meine Frau arbeitet nicht bei Siemens.'],
    ['that is a statement', "J'habite à Lyon.", "Je n'habite pas à Lyon."],
    ['that is a statement', 'Vivo en Madrid.', 'Mi hermano vive en Sevilla, no en Madrid.'],
    ['that is a statement', 'I have Wi-Fi at home.', 'At work there is no Wi-Fi.'],
    ['that is a statement', 'I drink coffee every morning.', 'Today I had tea instead of coffee.'],
    ['that is a statement', 'Write the report in Python.', 'Use TypeScript, not Python.'],
    ['that is none', 'I live in Paris.', 'Not Paris, thank god.'],
    ['of several weekdays', 'We meet on Monday and Tuesday.', 'Sorry, I meant Friday.'],
    ['that is none', 'I live in Paris.', 'I mean it when I say so.'],
    ['that is none', 'I live in Paris.', 'I meant to call you.'],
    ['that is none', 'I live in Paris.', 'Not bad, thanks.'],
    ['that is none', 'I live in Paris.', 'Sorry, not now, later.'],
    ['with more to say', 'I work at Google.', 'Sorry, I meant that I worked there until May 2020.'],
    ['in a question', 'I live in Paris.', 'Did I say Paris? I meant Rome?'],
    ['in a question', 'Do I live in Paris?', 'I meant Rome.'],
    ['with signs of patterns', 'My word is a+b.', 'Not a+b, c-d (x)!'],
  ])('is left as it is: one %s', (_, earlier, slip) => expect(corrected(earlier, slip)).toEqual([]))

  test('is of the last turn of the same speaker, whoever answers between; never of an assistant', () => {
    const [ana, ben] = ['Ana', 'Ben'].map((speaker) => ({ speaker, text: 'The party is on Monday.' }))
    const slip = { speaker: 'Ana', text: 'Sorry, I meant Tuesday.' }
    const found = (turns: Parameters<typeof slipsIn>[0]) => [...slipsIn(turns, undefined)]
    expect(ana && found([ana, noted, slip])).toEqual([[2, { text: 'The party is on Tuesday.', corrects: 0 }]])
    expect(ana && ben && found([ana, ben, slip])).toEqual([])
    expect(
      found([
        { ...noted, text: 'It is on Monday.' },
        { ...noted, text: 'Sorry, I meant Tuesday.' },
      ]),
    ).toEqual([])
  })

  test('is of what was known last, where nothing stands before it', () => {
    const last = { speaker: 'User', text: 'The party is on Monday.' }
    expect([...slipsIn([noted, user('Sorry, I meant Tuesday.')], last)]).toEqual([
      [1, { text: 'The party is on Tuesday.', corrects: -1 }],
    ])
    expect([...slipsIn([user('Sorry, I meant Tuesday.')], { ...last, speaker: 'Ben' })]).toEqual([])
  })
})
