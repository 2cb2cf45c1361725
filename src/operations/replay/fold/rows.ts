import type { Readers } from '../../../domain/scope.js'

/** The columns that tell the rows of a user apart, by table. The first is the id of what the row is about. */
export const KEYS = {
  memory: ['id'],
  memory_text: ['id'],
  memory_access: ['id'],
  memory_version: ['id', 'version'],
  memory_wording: ['id', 'version'],
  memory_readers: ['id', 'version'],
  memory_evidence: ['id', 'words_of', 'evidence_id', 'start_at'],
  memory_telling: ['memory_id', 'episode_id', 'turn'],
  episode: ['id'],
  episode_turn: ['episode_id', 'turn'],
  episode_transcript: ['id'],
  episode_extraction: ['episode_id', 'window_no'],
  episode_shown: ['episode_id', 'memory_id'],
  episode_paid: ['episode_id', 'command_id', 'stage'],
  agent: ['agent_id'],
  agent_trust: ['agent_id', 'version'],
  agent_author: ['agent_id'],
  conflict: ['id'],
  conflict_user: ['id'],
  lesson: ['id'],
  lesson_source: ['lesson_id', 'memory_id'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

/** A table that follows from the events of a user. */
export type Table = keyof typeof KEYS
export const TABLES = Object.keys(KEYS) as readonly Table[] // they are its keys

/** A row without its user. */
export type ModelRow = Readonly<Record<string, unknown>>

/** The key of a row as one text, in which numbers sort as numbers. */
export const keyText = (table: Table, row: ModelRow): string =>
  KEYS[table].map((column) => keyPart(row[column])).join(' ')

const keyPart = (value: unknown): string =>
  typeof value === 'number' ? String(value).padStart(10, '0') : String(value)

/** Ids above `after` and not above `last`; undefined: no limit. */
export type Range = { readonly after: string | undefined; readonly last: string | undefined }

const isWithin = (id: string, { after = '', last }: Range): boolean => id > after && (last === undefined || id <= last)

/** Rows of one user as they follow from the log, by table and id. */
export type Rows = ReturnType<typeof createRows>

export const createRows = () => {
  const tables = new Map(TABLES.map((table) => [table, new Map<string, Map<string, ModelRow>>()]))
  const idsIn = (table: Table) => tables.get(table) ?? new Map<string, Map<string, ModelRow>>()
  const of = (table: Table, id: string): readonly ModelRow[] => [...(idsIn(table).get(id)?.values() ?? [])]
  const put = (table: Table, row: ModelRow): void => {
    const id = String(row[KEYS[table][0]])
    const ids = idsIn(table)
    const rows = ids.get(id) ?? new Map<string, ModelRow>()
    ids.set(id, rows.set(keyText(table, row), row))
  }
  const change = (table: Table, id: string, to: (row: ModelRow) => ModelRow): void => {
    for (const row of of(table, id)) put(table, to(row))
  }
  return {
    /** Adds a row, or takes the place of the one with its key. */
    put,
    of,
    /** Changes all rows about this id. */
    change,
    /** Sets some columns of all rows about this id. */
    set: (table: Table, id: string, columns: ModelRow): void => change(table, id, (row) => ({ ...row, ...columns })),
    drop: (table: Table, id: string): void => void idsIn(table).delete(id),
    /** Drops all that there is of a memory or of an episode. */
    dropAll: (kind: 'memory' | 'episode', id: string): void => {
      for (const [table, ids] of tables) if (table.startsWith(kind)) ids.delete(id)
    },
    /** How many rows a table has. */
    count: (table: Table): number => [...idsIn(table).values()].reduce((sum, rows) => sum + rows.size, 0),
    within: (table: Table, range: Range): readonly ModelRow[] => {
      const found: ModelRow[] = []
      for (const [id, rows] of idsIn(table)) if (isWithin(id, range)) found.push(...rows.values())
      return found
    },
    clear: (): void => {
      for (const ids of tables.values()) ids.clear()
    },
  }
}

/** The readers that an event names, without its other fields. */
export const readerColumns = ({ workspaceId, agentId, visibility, grantedTo }: Readers) => ({
  workspace_id: workspaceId,
  agent_id: agentId,
  visibility,
  granted_to: grantedTo,
})
