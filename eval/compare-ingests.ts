import { inTurn, type Run } from './ask-dialogues.js'
import { type Dialogue, written } from './dialogue.js'
import { type Times, timesOf } from './figures.js'

/** What the same sessions take by full and by quick ingest. */
export type IngestTimes = { readonly full: Times; readonly quick: Times }

/**
 * Tells each session by full and by quick ingest, to two users a dialogue, one right after the other, and each of the two
 * first in turn: so what the machine does besides slows both alike.
 */
export const compareIngests = async (run: Run, dialogues: readonly Dialogue[]): Promise<IngestTimes> => {
  const full: number[] = []
  const quick: number[] = []
  const sessions = dialogues.flatMap(({ id, sessions }) => sessions.map((session) => ({ id, session })))
  const work = sessions.map(({ id, session }, i) => async () => {
    const body = { session_id: session.id, conversation: written(session) }
    const fully = async () => full.push((await run.client.ingestFully(run.userOf(`${id}-full`), body)).ms)
    const quickly = async () => quick.push(await run.client.ingest(run.userOf(`${id}-quick`), body))
    for (const each of i % 2 === 0 ? [fully, quickly] : [quickly, fully]) await each()
  })
  await inTurn(work, (done) => run.progress('taken in both ways', done, work.length))
  return { full: timesOf(full), quick: timesOf(quick) }
}
