import { dice } from './dice.js'
import type { Bench } from './open-bench.js'
import { userOf } from './seed.js'
import { tell } from './tell.js'

/** A request of legal size, or several at once, that costs the service as much as such can. */
export type Hostile = { readonly what: string; readonly run: (bench: Bench) => Promise<unknown> }

const CHARACTERS = 100_000
const FACTS = 2000
const BULK = 12

const roll = dice(7)
const times = <T>(many: number, make: (n: number) => T): T[] => Array.from({ length: many }, (_, n) => make(n))
const han = (length: number): string =>
  times(length, () => String.fromCodePoint(0x4e00 + Math.floor(roll() * 0x5000))).join('')

const ingest = ({ http }: Bench, user_id: string, said: object) =>
  http.send('ingest/quick', JSON.stringify({ user_id, source_site: 'hostile', ...said }))

const asText = (what: string, conversation: string): Hostile => ({
  what,
  run: (bench) => ingest(bench, what, { conversation }),
})

/** So many statements, each with words and numbers of its own. */
const facts = (many: number, seed: string): string =>
  times(many, (n) => `${seed} likes ${word()} and ${word()} ${n}.`.slice(0, CHARACTERS / many - 2)).join('\n\n')

const word = (): string => times(4, () => 'bcdfghklmnprst'[Math.floor(roll() * 14)] + pick('aeiou')).join('')
const pick = (letters: string): string => letters[Math.floor(roll() * letters.length)] ?? ''

/** Of a body that nobody sends in good faith: larger than any field may be. */
const asBody = (what: string, body: string): Hostile => ({
  what,
  run: ({ http }) => http.send('ingest/quick', body),
})

// Made beforehand: the service runs in this process, and others would wait for a text that is still being made.
const turns = times(FACTS, (n) => ({ role: n % 2 ? 'assistant' : 'user', content: `I like ${word()} ${word()} ${n}.` }))
const keys = JSON.stringify({
  user_id: 'keys',
  source_site: 'hostile',
  conversation: 'I like tea.',
  metadata: Object.fromEntries(times(150_000, (n) => [`k${n}`, 0])),
})
const ofSix = times(6, () => facts(FACTS, 'Ana'))
const bulk = times(BULK, (n) => facts(500, `Bob${n}`))

export const hostile: readonly Hostile[] = [
  asText('2,000 paragraphs of random Han', times(FACTS, () => han(48)).join('\n\n')),
  { what: '2,000 short turns', run: (bench) => ingest(bench, 'short turns', { messages: turns }) },
  asText('10,000 half tags', '<b '.repeat(10_000)),
  asText('100,000 brackets', '['.repeat(CHARACTERS)),
  asBody('150,000 keys in metadata', keys),
  asBody('[ × 1,000,000 as the body', '['.repeat(1_000_000)),
  {
    what: 'six ingests of 2,000 facts at once',
    run: (bench) => Promise.all(ofSix.map((conversation, n) => ingest(bench, `six-${n}`, { conversation }))),
  },
  {
    what: `a bulk ingest of ${BULK} × 500 turns`,
    run: async (bench) => {
      for (const conversation of bulk) await ingest(bench, 'bulk', { conversation })
    },
  },
]

/** What is done to a user of so many memories, the deletion last. */
export const onMany = (memories: number, rebuild: Bench['rebuild']): readonly Hostile[] => [
  { what: `rebuild --verify of ${memories} memories`, run: rebuild },
  {
    what: `deletion of ${memories} memories at once`,
    run: ({ http }) => {
      tell('deleting')
      return http.remove(`?user_id=${userOf(memories)}&source_site=bench`)
    },
  },
]
