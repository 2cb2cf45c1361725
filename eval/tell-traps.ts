import { inTurn, type Run } from './ask-dialogues.js'
import { ingestsOf, type Trap } from './datasets/traps.js'

/** What became of one trap: how many memories it made, and how many of them were superseded, each wrongly. */
export type ToldTrap = Pick<Trap, 'id' | 'kind'> & {
  readonly memories: number
  readonly superseded: number
  /** Milliseconds of each ingest. */
  readonly times: readonly number[]
}

/** Ingests every trap fully, for a user of its own, and then reads what was superseded. `apart`: every turn is an ingest of its own. */
export const tellTraps = (run: Run, traps: readonly Trap[], apart: boolean): Promise<readonly ToldTrap[]> =>
  inTurn(
    traps.map((trap) => () => tell(run, trap, apart)),
    (done) => run.progress('told', done, traps.length),
  )

const tell = async ({ client, userOf }: Run, trap: Trap, apart: boolean): Promise<ToldTrap> => {
  const user = userOf(trap.id)
  const scopes = new Map<string, Readonly<Record<string, string>>>()
  const times: number[] = []
  for (const { scope, body } of ingestsOf(trap, apart)) {
    const { ms, memoryIds } = await client.ingestFully(user, { ...scope, ...body })
    times.push(ms)
    for (const id of memoryIds) scopes.set(id, { user_id: user, ...scope })
  }
  const actions = await Promise.all([...scopes].map(([id, scope]) => client.lastAction(id, scope)))
  const superseded = actions.filter((action) => action === 'supersede').length
  return { id: trap.id, kind: trap.kind, memories: scopes.size, superseded, times }
}
