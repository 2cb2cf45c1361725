import {
  askDialogues,
  goldTexts,
  ingestDialogues,
  inTurn,
  LIMIT,
  type Outcome,
  type Run,
  withoutContext,
} from './ask-dialogues.js'
import { MOST, type Mode, type Scored } from './asking.js'
import type { Dialogue } from './dialogue.js'
import { ranksOf } from './metrics/found.js'

/** How often a part of a traced score counts in it; a part that is not named here counts once. */
const WEIGHTS: Readonly<Record<string, number>> = { cosine: 0.6 }

/** Places are none: they come of what was moved once the scores were there. */
const NO_PARTS: ReadonlySet<string> = new Set(['memory_id', 'score', 'returned', 'rank_before', 'rank_after'])

/** What the score of a traced memory is made of: every number that stands beside it. */
export const partsOf = (scored: Scored): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(scored).flatMap(([name, value]) =>
      typeof value === 'number' && !NO_PARTS.has(name) ? [[name, value] as const] : [],
    ),
  )

/** The memories in the order they would have without one of the parts; of equals in the order given. */
export const rankedWithout = (part: string | undefined, scores: readonly Scored[]): readonly string[] =>
  scores
    .map((scored) => ({ id: scored.memory_id, sum: sumWithout(part, partsOf(scored)) }))
    .toSorted((a, b) => b.sum - a.sum)
    .map(({ id }) => id)

const sumWithout = (part: string | undefined, parts: ReadonlyMap<string, number>): number =>
  [...parts].reduce((sum, [name, value]) => sum + (name === part ? 0 : (WEIGHTS[name] ?? 1) * value), 0)

export type Ablation = {
  readonly name: string
  readonly outcomes: readonly Outcome[]
}
export type Ablations = {
  readonly ablations: readonly Ablation[]
  /** Share of the questions whose first ten are the same, in the same order, when the parts are added up here. */
  readonly same: number
}

type Traced = Omit<Outcome, 'ranks'> & {
  readonly scores: readonly Scored[]
  readonly gold: readonly string[]
  readonly contents: ReadonlyMap<string, string>
}

/** Ranks anew without each part of the score in turn, and once without the neighbours of the turns. */
export const ablate = async (run: Run, dialogues: readonly Dialogue[], mode: Mode): Promise<Ablations> => {
  const traced = await trace(run, dialogues, mode)
  const parts = [...new Set(traced.flatMap(({ scores }) => scores.flatMap((each) => [...partsOf(each).keys()])))]
  const same = traced.filter(({ scores }) => {
    const told = scores.map(({ memory_id }) => memory_id)
    return rankedWithout(undefined, scores).slice(0, 10).join() === told.slice(0, 10).join()
  })
  const alone = { ...run, userOf: (dialogue: string) => `${run.userOf(dialogue)}-alone` }
  const lonely = withoutContext(dialogues)
  await ingestDialogues(alone, lonely)
  return {
    same: same.length / Math.max(1, traced.length),
    ablations: [
      { name: 'with everything', outcomes: traced.map(outcomeWithout(undefined)) },
      ...parts.map((part) => ({ name: `without ${part}`, outcomes: traced.map(outcomeWithout(part)) })),
      { name: 'without context', outcomes: (await askDialogues(alone, lonely, mode)).outcomes },
    ],
  }
}

const outcomeWithout =
  (part: string | undefined) =>
  ({ dialogue, kind, best, found, gold, scores, contents }: Traced): Outcome => {
    const ranked = rankedWithout(part, scores).slice(0, LIMIT)
    return {
      dialogue,
      kind,
      best,
      found,
      ranks: ranksOf(
        gold,
        ranked.map((id) => contents.get(id) ?? ''),
      ),
    }
  }

/** Asks each question for as many traced candidates as there can be, and what they say. */
const trace = async (run: Run, dialogues: readonly Dialogue[], mode: Mode): Promise<readonly Traced[]> => {
  const contents = new Map<string, string>()
  const asking = dialogues.flatMap((dialogue) =>
    dialogue.questions.map((question) => async (): Promise<Traced> => {
      const user = run.userOf(dialogue.id)
      const asked = { user, query: question.question, limit: MOST, trace: true }
      const { memories, scores } = await run.client.search(mode, asked)
      const unread = scores.map(({ memory_id }) => memory_id).filter((id) => !contents.has(id))
      if (unread.length > 0)
        for (const { id, content } of await run.client.expand(user, unread.slice(0, MOST))) contents.set(id, content)
      const about = { dialogue: dialogue.id, kind: question.kind, gold: goldTexts(dialogue, question) }
      return { ...about, best: memories[0]?.score ?? 0, found: memories.length, scores, contents }
    }),
  )
  return inTurn(asking, (done) => run.progress('traced', done, asking.length))
}
