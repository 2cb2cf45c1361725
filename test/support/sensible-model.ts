import { answers, type ChatReply, type ChatRequest, inputOf } from './chat-double.js'

type AskedTurn = { readonly turn: number; readonly by: string; readonly speaker: string | null; readonly text: string }
type AskedKnown = {
  readonly ref: string
  readonly day: string | null
  readonly subject: string | null
  readonly content: string
}
type Asked = {
  readonly task: 'extract'
  readonly known?: readonly AskedKnown[]
  readonly turns: readonly (AskedTurn & { readonly context?: true })[]
}

/** What a request asks, as the double's answers see it. */
export const askedOf = (request: ChatRequest): Asked => inputOf(request) as Asked // our own prompt has no other form

const NAME = String.raw`(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*)`
const pattern = (words: string) => new RegExp(words, 'u')

/** How people say it, how it is told of them, and how the same is told with any value. */
const FORMS: readonly (readonly [RegExp, (speaker: string, value: string) => string, RegExp])[] = [
  [pattern(`(?:I live in|I moved to) ${NAME}`), (who, where) => `${who} lives in ${where}.`, / lives in (.+)\.$/],
  [pattern(`I work (?:at|for) ${NAME}`), (who, what) => `${who} works for ${what}.`, / works for (.+)\.$/],
  [
    pattern(`[Mm]y dog is called ${NAME}`),
    (who, name) => `The dog of ${who} is called ${name}.`,
    /^The dog of .+ is called (.+)\.$/,
  ],
  [pattern('I am allergic to ([a-z]+)'), (who, what) => `${who} is allergic to ${what}.`, / is allergic to (.+)\.$/],
  [pattern(`Ich wohne (?:jetzt )?in ${NAME}`), (who, where) => `${who} wohnt in ${where}.`, / wohnt in (.+)\.$/],
  [
    pattern(`Ich arbeite (?:jetzt )?bei ${NAME}`),
    (who, what) => `${who} arbeitet bei ${what}.`,
    / arbeitet bei (.+)\.$/,
  ],
]

/** A fact as a model writes it. */
export const rawFact = (changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  evidence: [{ turn: 1, quote: 'I live in Lisbon' }],
  content: 'Ana lives in Lisbon.',
  claim: 'stated',
  subject: 'ana',
  memory_type: 'semantic',
  importance: 0.8,
  entities: [],
  valid: null,
  known: [],
  ...changes,
})

/** What a fact does to those of the known of the same subject and form: the last of them, if it has another value. */
const touched = (
  known: readonly AskedKnown[],
  fact: { readonly subject: string; readonly value: string },
  told: RegExp,
) => {
  const same = known.findLast(({ content, subject }) => subject === fact.subject && told.test(content))
  if (same === undefined) return []
  const relation = told.exec(same.content)?.[1] === fact.value ? 'same' : 'changed'
  return [{ ref: same.ref, relation, confidence: 0.95 }]
}

const factsIn = ({ turn, by, speaker, text }: AskedTurn, known: readonly AskedKnown[]) =>
  FORMS.flatMap(([form, tell, told]) => {
    const found = form.exec(text)
    if (!found || by !== 'person') return []
    const [quote, value = ''] = found
    const name = speaker ?? 'user'
    const subject = name.toLowerCase()
    const evidence = [{ turn, quote }]
    return [rawFact({ evidence, content: tell(name, value), subject, known: touched(known, { subject, value }, told) })]
  })

type Written = Readonly<Record<string, unknown>>

/** The answer of a simple, honest model: a few facts that people state, and what they do to what it is shown. */
export const sensibleAnswer = (request: ChatRequest): { readonly facts: readonly Written[] } => {
  const { turns, known = [] } = askedOf(request)
  return { facts: turns.filter(({ context }) => !context).flatMap((turn) => factsIn(turn, known)) }
}

export const sensibleModel = (): ChatReply => answers(sensibleAnswer)
