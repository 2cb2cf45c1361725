import type { Answer, Question } from './answer.js'
import { checkAll } from './check/check-all.js'
import { replayLog } from './replay-log.js'
import { replayMemory } from './replay-memory.js'
import { replayUser } from './replay-user.js'
import type { Replayed, Watch } from './replayed.js'

export type Replay = (question: Question, watch: Watch) => AsyncIterable<Answer>

/** A store that was opened to be replayed. */
export type ReplayingStore = { readonly replay: Replay; close(): Promise<void> }

/** Answers from the log alone, with a fold that shares no code with the projector. Throws NotInLog, EventUnreadable and UnfinishedAppend. */
export const createReplay =
  (replayed: Replayed): Replay =>
  (question, watch) => {
    switch (question.ask) {
      case 'memory':
        return replayMemory(replayed, question, watch)
      case 'user':
        return replayUser(replayed, question, watch)
      case 'log':
        return replayLog(replayed, question, watch)
      case 'check':
        return checkAll(replayed, question, watch)
    }
  }
