import { dice } from './dice.js'
import { DAYS, drawWord, MONTHS, PEOPLE, PLACES, VERBS } from './vocabulary.js'

/**
 * Slots: w a content word, v a verb, p a person, c a place, n a number, d a weekday, m a month. Between them stand stop
 * words alone: content words that a template brings would make all of its sentences look alike.
 */
const CLAUSES = [
  'I have {v} the {w} {w} that {p} had for me by the {w} in {c}',
  'we are {w} about a {w} with {p} and the {w} is {n} more than before',
  'my {w} was {v} on {d} so {p} has a {w} for me until then',
  '{p} has a {w} {w} under the {w}',
  'I {v} the {w} {w} of {p} more than the {w}',
  'the {w} is at {n} on {d} and {p} will {v} some {w}',
  'nobody in {c} {v} what the {w} was, not with the {w} and the {w}',
  'it was {m} when I {v} about {w} and {w} in {c}',
  'the {w} {v} me of the {w} we had with {p}',
  'I would {v} {w} with a {w} or two',
  'they {v} the {w} to {d} because of the {w}',
  'on {d} {p} and I {v} for {n} {w} and a {w}',
]
const JOINTS = [', and ', ', but ', '; then ', ', because ', ', although ']
const QUESTIONS = ['did you {v} the {w} with the {w} in {c}', 'how was the {w} {w} of {p} on {d}']
const ASKED = [
  ['What did I say about', ''],
  ['Where is', 'now'],
  ['When did we talk about', ''],
  ['Who knows more about', 'and why'],
  ['', ''],
] as const
const LONGEST = 25

type Session = { readonly at: string; readonly conversation: string }

/** Talk with a Zipf vocabulary of thousands of words: never all alike, and the same for the same seed. */
export const corpus = (seed: number) => {
  const roll = dice(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(roll() * from.length)] as T
  const slots: Readonly<Record<string, () => string>> = {
    w: () => drawWord(roll),
    v: () => pick(VERBS),
    p: () => pick(PEOPLE),
    c: () => pick(PLACES),
    n: () => `${Math.floor(roll() ** 3 * 5000) + 2}`,
    d: () => pick(DAYS),
    m: () => pick(MONTHS),
  }
  const fill = (template: string) => template.replace(/\{(.)\}/g, (_, slot: string) => slots[slot]?.() ?? '')
  const owner = pick(PEOPLE)

  /** 8 to 25 words, one turn in eight a question. */
  const sentence = (): string => {
    if (roll() < 0.125) return `${capital(fill(pick(QUESTIONS)))}?`
    let text = fill(pick(CLAUSES))
    for (;;) {
      const longer = text + pick(JOINTS) + fill(pick(CLAUSES))
      if (wordsIn(longer) > LONGEST || (wordsIn(text) >= 8 && roll() < 0.5)) return `${capital(text)}.`
      text = longer
    }
  }
  const conversation = (turns: number): string => {
    const other = pick(PEOPLE.filter((name) => name !== owner))
    return Array.from({ length: turns }, (_, i) => `${i % 2 ? other : owner}: ${sentence()}`).join('\n')
  }
  return {
    conversation,
    /** The n-th of so many conversations of 20 turns, spread over three years. */
    session: (n: number, of: number): Session => ({
      at: new Date(Date.UTC(2023, 0, 1) + ((n + roll() * 0.9) / of) * 3 * 365 * 86_400_000).toISOString(),
      conversation: conversation(20),
    }),
    /** Two to eight content words, common and rare ones; a third with a name, an eighth with a date. */
    question: (): string => {
      const words = Array.from({ length: 2 + Math.floor(roll() * 7) }, slots.w as () => string)
      const [before, after] = pick(ASKED)
      const name = roll() < 1 / 3 ? pick(PEOPLE) : ''
      const date = roll() < 1 / 8 ? `in ${pick(MONTHS)} ${2023 + Math.floor(roll() * 3)}` : ''
      return [before, name, words.join(' '), after, date].filter((part) => part !== '').join(' ')
    },
  }
}

const wordsIn = (text: string): number => text.split(' ').length
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
