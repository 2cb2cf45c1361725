import { inTurn, LIMIT, type Outcome, type Run } from './ask-dialogues.js'
import { pieces } from './ask-haystacks.js'
import type { Found, Mode } from './asking.js'
import type { Chat, ChatMessage, ChatQuestion } from './datasets/beam.js'

const TEN = 10

export type ChatOutcome = Outcome & {
  /** Of each message that holds the answer: who said it, and whether it is among the first ten. */
  readonly evidence: readonly { readonly role: string; readonly found: boolean }[]
  /** How many of the first ten an assistant said, and how many there are. */
  readonly ofAssistant: number
  readonly shown: number
  /** Whether what was told anew stands above what it replaced; undefined where neither is found or nothing was. */
  readonly updatedFirst: boolean | undefined
}

/** Under which the memories that a search gives name the first message of their ingest. */
const FIRST = 'first_message'

/** Posts each session, in as many ingests as it takes; how long each took, in milliseconds. */
export const ingestChats = (run: Run, chats: readonly Chat[]): Promise<readonly number[]> => {
  const posts = chats.flatMap((chat) =>
    chat.sessions.flatMap((session) =>
      groupsOf(session.messages).map(({ first, messages }) => () => {
        const about = { session_id: session.id, metadata: { [FIRST]: first }, messages }
        return run.client.ingest(run.userOf(chat.id), { ...about, ...(session.at ? { observed_at: session.at } : {}) })
      }),
    ),
  )
  return inTurn(posts, (done) => run.progress('ingested', done, posts.length))
}

/** Messages without words are left out, so a group ends before them: turns are counted from its first message. */
const groupsOf = (messages: readonly ChatMessage[]) => {
  const runs: ChatMessage[][] = [[]]
  for (const message of messages)
    if (message.content.trim() === '') runs.push([])
    else runs.at(-1)?.push(message)
  return runs.flatMap((run) => {
    let next = 0
    return pieces(run).map((group) => {
      const first = run[next]?.id ?? 0
      next += group.length
      return { first, messages: group }
    })
  })
}

export type ChatAnswers = { readonly outcomes: readonly ChatOutcome[]; readonly times: readonly number[] }

/** Asks every question of every chat, one after the other. */
export const askChats = async (run: Run, chats: readonly Chat[], mode: Mode): Promise<ChatAnswers> => {
  const asking = chats.flatMap((chat) => {
    const roles = new Map(chat.sessions.flatMap(({ messages }) => messages.map(({ id, role }) => [id, role])))
    return chat.questions.map((question) => async () => {
      const asked = { user: run.userOf(chat.id), query: question.question, limit: LIMIT }
      const { ms, memories } = await run.client.search(mode, asked)
      return { ms, outcome: outcomeOf(chat.id, question, { memories, roles }) }
    })
  })
  const answers = await inTurn(asking, (done) => run.progress(`asked by ${mode}`, done, asking.length))
  return { outcomes: answers.map(({ outcome }) => outcome), times: answers.map(({ ms }) => ms) }
}

type Answer = { readonly memories: readonly Found[]; readonly roles: ReadonlyMap<number, string> }

const outcomeOf = (dialogue: string, question: ChatQuestion, { memories, roles }: Answer): ChatOutcome => {
  const shown = memories.map(({ metadata, turn }) => Number(metadata[FIRST]) + (turn ?? 0))
  const ranks = question.gold.map((id) => (shown.includes(id) ? shown.indexOf(id) + 1 : null))
  const ten = shown.slice(0, TEN)
  return {
    ...{ dialogue, kind: question.kind, ranks, best: memories[0]?.score ?? 0, found: memories.length },
    evidence: question.gold.map((id) => ({ role: roles.get(id) ?? '', found: ten.includes(id) })),
    ofAssistant: ten.filter((id) => roles.get(id) === 'assistant').length,
    shown: ten.length,
    updatedFirst: question.update && isFirst(question.update, ten),
  }
}

const isFirst = ({ original, updated }: NonNullable<ChatQuestion['update']>, ten: readonly number[]) => {
  const before = ten.findIndex((id) => original.includes(id))
  const after = ten.findIndex((id) => updated.includes(id))
  return before === -1 && after === -1 ? undefined : after !== -1 && (before === -1 || after < before)
}
