import { setTimeout as pause } from 'node:timers/promises'
import { watch } from '../concurrency/watch.js'
import type { Position } from '../event-store/event-store.js'
import type { Database, Stop } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import type { Followed } from './followed.js'
import type { Progress } from './progress.js'
import { type Aside, BECAUSE } from './set-aside/parking.js'

type Watched = {
  readonly progress: Progress
  readonly signal: AbortSignal
  /** Another process leads. */
  readonly taken: () => void
  /** Who is set aside, when another process leads. */
  readonly aside: (users: readonly Aside[]) => void
  /** Whether the read models are of this log: else how far another process came with them says nothing. */
  readonly placed: () => boolean
}

/** Who has lost the lock lets others try for it first: something may be wrong with its own connection. */
const AFTER_YOU_MS = 500
const POLL_MS = 100
/** Polls between two reads of the checkpoint while no reader waits and no notification comes. */
const IDLE = 10

/** Takes turns with projectors of other processes. While another leads, `progress` follows its checkpoint. */
export const createStandby = (followed: Followed, watched: Watched) => {
  const { locks, model, log } = followed
  const { signal } = watched
  let leads = false
  /** Whether the log has a line that this process leads, and no other has led since: after a fault it leads again. */
  let isNoted = false
  const taken = () => {
    isNoted = false
    watched.taken()
  }
  let name: string | undefined
  let unwatch: Stop = async () => {}
  const listening = async () => {
    const schema = await schemaIn(model.db)
    unwatch = await follow(followed, watched, { schema, leads: () => leads })
    return schema
  }
  return {
    /** Runs `work` as soon as this process is the one that projects, and gives that up when it ends or fails. */
    leading: async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
      name ??= await listening()
      const lock = await locks.lock(`projector of ${name}`, { signal, taken })
      leads = true
      if (!isNoted) log.leads()
      isNoted = true
      try {
        await work(AbortSignal.any([signal, lock.lost]))
      } finally {
        leads = false
        const lost = lock.lost.aborted
        await lock.release()
        if (lost) await pause(AFTER_YOU_MS, undefined, { signal, ref: false }).catch(() => {})
      }
    },
    /** Whether this process is the one now. */
    leads: () => leads,
    close: () => unwatch(),
  }
}

const follow = (
  { locks, model: { db } }: Followed,
  { progress, signal, aside, placed }: Watched,
  { schema, leads }: { readonly schema: string; readonly leads: () => boolean },
): Promise<Stop> => {
  let polls = 0
  return watch({
    // Of its steps and of who is taken in again (`NOTICE`).
    listen: (notified) => locks.listen(schema, notified),
    look: async () => {
      if (leads() || !placed()) return
      const at = await standing(db)
      // What was read before this process began to lead is old by now.
      if (leads() || !placed() || signal.aborted) return
      aside(at.aside)
      progress.advance(at.position || 'start')
    },
    pollMs: POLL_MS,
    isDue: () => progress.waiting() || ++polls % IDLE === 0,
  })
}

type Standing = { readonly position: Position; readonly aside: readonly Aside[] }

const standing = async (db: Database): Promise<Standing> => {
  const [at] = await db.rows<Standing>(sql`
    select position,
           (select coalesce(jsonb_agg(jsonb_build_object('stream', stream, 'because', ${BECAUSE})), '[]') from parked) as aside
    from checkpoint`)
  if (at === undefined) throw new Error('a generation has no checkpoint')
  return at
}

/** The schema that a handle is bound to: what its lock and its channel are named after. */
const schemaIn = async (db: Database): Promise<string> => {
  const [found] = await db.rows<{ schema: string }>(sql`select current_schema()::text as schema`)
  if (found === undefined) throw new Error('a handle is bound to no schema')
  return found.schema
}
