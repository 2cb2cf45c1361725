import type { Client, Mode } from './asking.js'
import { type Dialogue, type Question, written } from './dialogue.js'
import { ranksOf } from './metrics/found.js'
import type { Ranks } from './metrics/recall.js'
import type { Progress } from './progress.js'

/** What came of one question: places only, never words. */
export type Outcome = {
  readonly dialogue: string
  readonly kind: string
  /** Of the gold turns. */
  readonly ranks: Ranks
  /** The score of the best memory, 0 to 1; 0 where there was none. */
  readonly best: number
  /** How many memories there were. */
  readonly found: number
}

export type Run = {
  readonly client: Client
  /** Who is written for: one user a dialogue. */
  readonly userOf: (dialogue: string) => string
  readonly progress: Progress
}

/** How many results are looked at. */
export const LIMIT = 20

/** Posts each session of each dialogue as one ingest; how long each took, in milliseconds. */
export const ingestDialogues = async (run: Run, dialogues: readonly Dialogue[]): Promise<readonly number[]> => {
  const posts = dialogues.flatMap(({ id, sessions }) =>
    sessions.map(
      (session) => () => run.client.ingest(run.userOf(id), { session_id: session.id, conversation: written(session) }),
    ),
  )
  return inTurn(posts, (done) => run.progress('ingested', done, posts.length))
}

/** The same dialogues with every turn an occasion of its own: nothing has neighbours. */
export const withoutContext = (dialogues: readonly Dialogue[]): readonly Dialogue[] =>
  dialogues.map((dialogue) => ({
    ...dialogue,
    sessions: dialogue.sessions.flatMap(({ date, turns }) =>
      turns.map((turn) => ({ id: turn.id, date, turns: [turn] })),
    ),
  }))

/** With the scores of the memories, in the order of the answer. */
export type ScoredOutcome = Outcome & { readonly scores: readonly number[] }

export type Answers = { readonly outcomes: readonly ScoredOutcome[]; readonly times: readonly number[] }

/** Asks every question of every dialogue, one after the other. */
export const askDialogues = async (run: Run, dialogues: readonly Dialogue[], mode: Mode): Promise<Answers> => {
  const asking = dialogues.flatMap((dialogue) =>
    dialogue.questions.map((question) => async () => {
      const user = run.userOf(dialogue.id)
      const { ms, memories } = await run.client.search(mode, { user, query: question.question, limit: LIMIT })
      const ranks = ranksOf(
        goldTexts(dialogue, question),
        memories.map(({ content }) => content),
      )
      const came = { dialogue: dialogue.id, kind: question.kind, ranks }
      const scores = memories.map(({ score }) => score)
      return { ms, outcome: { ...came, best: Math.max(0, ...scores), scores, found: memories.length } }
    }),
  )
  const answers = await inTurn(asking, (done) => run.progress(`asked by ${mode}`, done, asking.length))
  return { outcomes: answers.map(({ outcome }) => outcome), times: answers.map(({ ms }) => ms) }
}

/** What the question's gold turns say. */
export const goldTexts = ({ sessions }: Dialogue, { gold }: Question): readonly string[] => {
  const said = new Map(sessions.flatMap(({ turns }) => turns.map(({ id, text }) => [id, text])))
  return gold.flatMap((id) => said.get(id) ?? [])
}

/** One after the other, so that times are those of a service that has nothing else to do. */
export const inTurn = async <Result>(
  work: readonly (() => Promise<Result>)[],
  report: (done: number) => void,
): Promise<readonly Result[]> => {
  const results: Result[] = []
  for (const each of work) {
    results.push(await each())
    report(results.length)
  }
  return results
}
