import type { Databases, Lock, Stop, Waiting } from '../postgres/database.js'

/** Of all processes on the same servers one projects a generation; the others follow what it has shown. */
export type Leadership = {
  /** Resolves when this process is the one, until the lock is lost. */
  readonly lead: (schema: string, waiting: Waiting) => Promise<Lock>
  /** Tells the others that the generation has moved. */
  readonly tell: (schema: string) => Promise<void>
  /** Calls back when the one that leads has told. */
  readonly listen: (schema: string, heard: () => void) => Promise<Stop>
}

/** By a lock of the database for each generation; in an embedded directory, which has one process, everybody leads. */
export const createLeadership = ({ lock, notify, listen }: Databases): Leadership => ({
  lead: (schema, waiting) => lock(`projector of ${schema}`, waiting),
  tell: (schema) => notify(schema, ''),
  listen: (schema, heard) => listen(schema, heard),
})
