import { inTurn, type Run } from './ask-dialogues.js'
import type { Taken } from './asking.js'
import type { Correction } from './datasets/corrections.js'
import { written } from './dialogue.js'
import { turnOf } from './metrics/said-in.js'

type Session = Correction['sessions'][number]

/** A memory that came of a dialogue. `own`: it is the turn itself, or a piece of it; else a fact that rests on it. */
type Made = { readonly turn: string; readonly own: boolean; readonly closed: boolean }

/** What became of one dialogue: ids of turns, never words. */
export type Corrected = {
  readonly dialogue: Pick<Correction, 'id' | 'kind' | 'language' | 'closed'>
  readonly memories: readonly Made[]
  /** What took the place of a turn's memory, where an answer says so; null if it was taken back. */
  readonly by: ReadonlyMap<string, string | null>
  /** Ingests whose counts do not add up. */
  readonly miscounted: number
  /** Milliseconds of each ingest. */
  readonly times: readonly number[]
}

/** `apart`: every turn is an ingest of its own, in the session that it is of. */
export type How = { readonly apart: boolean }

/** Tells every dialogue by full ingest, for a user of its own, and then reads what is still in force. */
export const tellCorrections = (run: Run, dialogues: readonly Correction[], how: How): Promise<readonly Corrected[]> =>
  inTurn(
    dialogues.map((dialogue) => () => tell(run, dialogue, how)),
    (done) => run.progress('told', done, dialogues.length),
  )

const tell = async ({ client, userOf }: Run, dialogue: Correction, { apart }: How): Promise<Corrected> => {
  const user = userOf(dialogue.id)
  const told = new Map<string, Session>()
  const answers: Taken[] = []
  const times: number[] = []
  for (const session of dialogue.sessions) {
    for (const turns of apart ? session.turns.map((turn) => [turn]) : [session.turns]) {
      const part = { ...session, turns }
      const { ms, ...taken } = await client.ingestFully(user, bodyOf(part))
      times.push(ms)
      answers.push(taken)
      for (const id of taken.memoryIds) if (!told.has(id)) told.set(id, part)
    }
  }
  const made = new Map<string, Made>()
  for (const [id, part] of told) {
    const { said, last } = await client.history(id, { user_id: user, ...scopeOf(part) })
    const found = turnOf(said, part.turns)
    if (found !== undefined) made.set(id, { ...found, closed: last === 'supersede' })
  }
  const { id, kind, language, closed } = dialogue
  return {
    ...{ dialogue: { id, kind, language, closed }, memories: [...made.values()], times },
    by: closingsOf(answers, made),
    miscounted: answers.filter((answer) => !addsUp(answer)).length,
  }
}

const scopeOf = ({ agent }: Session): Readonly<Record<string, string>> =>
  agent === undefined ? {} : { workspace_id: 'w', agent_id: agent }

const bodyOf = (session: Session): object => ({
  ...scopeOf(session),
  ...(session.visibility === undefined ? {} : { visibility: session.visibility }),
  session_id: session.id,
  conversation: written(session),
})

const closingsOf = (answers: readonly Taken[], made: ReadonlyMap<string, Made>): ReadonlyMap<string, string | null> =>
  new Map(
    answers
      .flatMap(({ outcomes }) => outcomes)
      .flatMap(({ memoryId, outcome, reason, replaces }) =>
        replaces.flatMap((id): [string, string | null][] => {
          const turn = made.get(id)?.turn
          const takenBack = outcome === 'deleted' || reason === 'retraction'
          const by = takenBack ? null : made.get(memoryId)?.turn
          return turn === undefined || by === undefined ? [] : [[turn, by]]
        }),
      ),
  )

const addsUp = (taken: Taken): boolean =>
  taken.factsExtracted ===
    taken.memoriesStored + taken.memoriesUpdated + taken.memoriesDeleted + taken.memoriesSkipped &&
  taken.outcomes.length === taken.factsExtracted
