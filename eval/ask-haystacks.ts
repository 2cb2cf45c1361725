import { inTurn, type Run } from './ask-dialogues.js'
import { MOST, type Mode } from './asking.js'
import type { Haystack, Message } from './datasets/longmemeval.js'
import { distinct, type SessionFigures, sessionFigures } from './metrics/sessions.js'

/** The service takes 100,000 characters at once; longer sessions go in several ingests. */
const MOST_CHARACTERS = 90_000
const K = 5

export type HaystackOutcome = SessionFigures & { readonly type: string }
export type HaystackAnswers = {
  readonly outcomes: readonly HaystackOutcome[]
  readonly ingestTimes: readonly number[]
  readonly times: readonly number[]
}

/** One user a question: its sessions are posted, the question is asked, the memories found are taken as their sessions. */
export const askHaystacks = async (run: Run, haystacks: readonly Haystack[], mode: Mode): Promise<HaystackAnswers> => {
  const work = haystacks.map((haystack) => async () => {
    const user = run.userOf(haystack.id)
    const ingestTimes = await ingest(run, user, haystack)
    const { ms, memories } = await run.client.search(mode, { user, query: haystack.question, limit: MOST })
    const ranked = distinct(memories.map(({ metadata }) => String(metadata[SESSION])))
    return { outcome: { type: haystack.type, ...sessionFigures(K, ranked, haystack.gold) }, ms, ingestTimes }
  })
  const answers = await inTurn(work, (done) => run.progress('questions', done, work.length))
  return {
    outcomes: answers.map(({ outcome }) => outcome),
    ingestTimes: answers.flatMap(({ ingestTimes }) => ingestTimes),
    times: answers.map(({ ms }) => ms),
  }
}

/** Under which the memories that a search gives name their session: the answer itself does not. */
const SESSION = 'haystack_session'

const ingest = (run: Run, user: string, { sessions }: Haystack): Promise<readonly number[]> =>
  inTurn(
    sessions.flatMap(({ id, at, messages }) =>
      pieces(messages).map(
        (piece) => () =>
          run.client.ingest(user, { session_id: id, observed_at: at, metadata: { [SESSION]: id }, messages: piece }),
      ),
    ),
    () => {},
  )

/** The messages in order, in groups that the service takes at once; a message that is too long by itself is cut. */
export const pieces = (messages: readonly Message[], most = MOST_CHARACTERS): readonly (readonly Message[])[] => {
  const groups: Message[][] = []
  let left = 0
  for (const { role, content } of messages.flatMap((message) => cut(message, most))) {
    if (content.length > left || groups.length === 0) {
      groups.push([])
      left = most
    }
    groups.at(-1)?.push({ role, content })
    left -= content.length
  }
  return groups
}

/** By code points: half a character would be refused. */
const cut = ({ role, content }: Message, most: number): readonly Message[] =>
  (content.match(new RegExp(`.{1,${most}}`, 'gsu')) ?? []).map((piece) => ({ role, content: piece }))
