import { inTurn, LIMIT, type Run } from './ask-dialogues.js'
import type { Mode } from './asking.js'
import type { Renewed } from './datasets/newer.js'
import { written } from './dialogue.js'
import { mean, type Ranks } from './metrics/recall.js'
import { turnOf } from './metrics/said-in.js'

export const WAYS = ['quick', 'full'] as const
/** Which ingest the dialogues are told to. */
export type Way = (typeof WAYS)[number]

/** What came of one question: places only, never words. */
export type Order = Pick<Renewed['questions'][number], 'kind'> & {
  readonly half: Renewed['half']
  readonly dialogue: string
  readonly question: number
  readonly way: Way
  readonly gold: Ranks
  readonly below: Ranks
}

/** Posts each session as one ingest of this way, for a user of its own. */
export const tellNewer = async ({ client, userOf, progress }: Run, dialogues: readonly Renewed[], way: Way) => {
  const tell = way === 'full' ? client.ingestFully : client.ingest
  const posts = dialogues.flatMap(({ id, sessions }) =>
    sessions.map(
      (session) => () => tell(userOf(`${id}-${way}`), { session_id: session.id, conversation: written(session) }),
    ),
  )
  await inTurn<unknown>(posts, (done) => progress(`told by ${way} ingest`, done, posts.length))
}

/** Asks every question of dialogues that were told in this way, one after the other. */
export const askNewer = (
  { client, userOf, progress }: Run,
  dialogues: readonly Renewed[],
  { mode, way }: { readonly mode: Mode; readonly way: Way },
): Promise<readonly Order[]> => {
  const asking = dialogues.flatMap((dialogue) =>
    dialogue.questions.map((question, i) => async (): Promise<Order> => {
      const user = userOf(`${dialogue.id}-${way}`)
      const { memories } = await client.search(mode, { user, query: question.question, limit: LIMIT })
      const turns = dialogue.sessions.flatMap((session) => session.turns)
      // Half of the words are the same in the earlier and the later: the turn is told by all of them.
      const found = memories.map(({ content }) => turnOf(content, turns))
      const rank = (ids: readonly string[]) => ids.map((id) => (found.includes(id) ? found.indexOf(id) + 1 : null))
      return {
        ...{ half: dialogue.half, dialogue: dialogue.id, question: i, kind: question.kind, way },
        gold: rank(question.gold),
        below: rank(question.below),
      }
    }),
  )
  return inTurn(asking, (done) => progress(`asked by ${mode}`, done, asking.length))
}

const PLACES = 10

/** Whether the best of the gold turns is among the ten, and all that belongs below it is behind it or not there. */
export const isInOrder = ({ gold, below }: Pick<Order, 'gold' | 'below'>): boolean => {
  const best = Math.min(...gold.map((rank) => rank ?? Number.POSITIVE_INFINITY))
  return best <= PLACES && below.every((rank) => rank === null || rank > best)
}

/** In per cent of the questions of one half, way and kind. */
export type OrderFigures = Pick<Order, 'half' | 'way' | 'kind'> & {
  readonly questions: number
  readonly inOrder: number
  /** The gold turn is among the ten, wherever the others are. */
  readonly found: number
}

export const orderFiguresOf = (orders: readonly Order[]): readonly OrderFigures[] => {
  const keyOf = ({ half, way, kind }: Order) => `${half} ${way} ${kind}`
  const groups = [...new Set(orders.map(keyOf))].map((key) => orders.filter((order) => keyOf(order) === key))
  return groups.flatMap((group) => {
    const share = (is: (order: Order) => boolean) => 100 * mean(group.map((order) => (is(order) ? 1 : 0)))
    return group.slice(0, 1).map(({ half, way, kind }) => ({
      ...{ half, way, kind, questions: group.length },
      inOrder: share(isInOrder),
      found: share(({ gold }) => gold.some((rank) => rank !== null && rank <= PLACES)),
    }))
  })
}
