import { answers, type ChatReply, type ChatRequest, inputOf } from './chat-double.js'

type AskedTurn = { readonly turn: number; readonly by: string; readonly speaker: string | null; readonly text: string }
type AskedFact = Readonly<Record<string, string | number | null>>
type Asked =
  | { readonly task: 'extract'; readonly turns: readonly (AskedTurn & { readonly context?: true })[] }
  | {
      readonly task: 'judge'
      readonly items: readonly { readonly fact: AskedFact; readonly candidates: readonly AskedFact[] }[]
    }

/** What a request asks, as the double's answers see it. */
export const askedOf = (request: ChatRequest): Asked => inputOf(request) as Asked // our own prompts have no other form

const NAME = String.raw`(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*)`
const pattern = (words: string) => new RegExp(words, 'u')

/** How people say it, what it is about them, and how it is told of them. */
const FORMS: readonly (readonly [RegExp, string, (speaker: string, value: string) => string])[] = [
  [pattern(`(?:I live in|I moved to) ${NAME}`), 'home', (who, where) => `${who} lives in ${where}.`],
  [pattern(`I work (?:at|for) ${NAME}`), 'employer', (who, what) => `${who} works for ${what}.`],
  [pattern(`[Mm]y dog is called ${NAME}`), 'dog_name', (who, name) => `The dog of ${who} is called ${name}.`],
  [pattern('I am allergic to ([a-z]+)'), 'allergy', (who, what) => `${who} is allergic to ${what}.`],
  [pattern(`Ich wohne (?:jetzt )?in ${NAME}`), 'home', (who, where) => `${who} wohnt in ${where}.`],
  [pattern(`Ich arbeite (?:jetzt )?bei ${NAME}`), 'employer', (who, what) => `${who} arbeitet bei ${what}.`],
]

/** A fact as a model writes it. */
export const rawFact = (changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  evidence: [{ turn: 1, quote: 'I live in Lisbon' }],
  content: 'Ana lives in Lisbon.',
  claim: 'stated',
  memory_type: 'semantic',
  network: 'world',
  importance: 0.8,
  subject: 'ana',
  attribute: 'home',
  value: 'Lisbon',
  entities: [],
  relations: [],
  opinion_confidence: null,
  observation_subject: null,
  headline: '',
  overview: '',
  valid_from: null,
  valid_to: null,
  valid_words: null,
  ...changes,
})

const factsIn = ({ turn, by, speaker, text }: AskedTurn) =>
  FORMS.flatMap(([form, attribute, tell]) => {
    const found = form.exec(text)
    if (!found || by !== 'person') return []
    const [quote, value = ''] = found
    const subject = speaker ?? 'user'
    const content = tell(subject, value)
    return [rawFact({ evidence: [{ turn, quote }], content, subject: subject.toLowerCase(), attribute, value })]
  })

const verdictOn = ({ fact, candidates }: Extract<Asked, { task: 'judge' }>['items'][number]) => {
  const same = candidates.find((each) => each.subject === fact.subject && each.attribute === fact.attribute)
  if (!same) return { fact: fact.fact, candidate: null, outcome: 'add', confidence: 0.9, reason: 'unrelated' }
  const { candidate } = same
  return same.value === fact.value
    ? { fact: fact.fact, candidate, outcome: 'skip', confidence: 0.95, reason: 'same_fact' }
    : { fact: fact.fact, candidate, outcome: 'supersede', confidence: 0.95, reason: 'new_value' }
}

type Written = Readonly<Record<string, unknown>>
type SensibleAnswer = { readonly facts: readonly Written[] } | { readonly verdicts: readonly Written[] }

/** The answer of a simple, honest model to either prompt: a few facts that people state, and a verdict for each. */
export const sensibleAnswer = (request: ChatRequest): SensibleAnswer => {
  const asked = askedOf(request)
  return asked.task === 'extract'
    ? { facts: asked.turns.filter(({ context }) => !context).flatMap(factsIn) }
    : { verdicts: asked.items.map(verdictOn) }
}

export const sensibleModel = (): ChatReply => answers(sensibleAnswer)
