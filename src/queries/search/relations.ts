import type { Sql } from '../../postgres/sql.js'

/**
 * The relations that a search selects from, as SQL: of the memories as they are (`present-relations.ts`), or as they were
 * at an instant (`past-relations.ts`). The same stages run over both.
 */
export type SearchRelations = {
  /** Whether they are those of an instant that has passed. */
  readonly past: boolean
  /** Everything that the caller may see, without the filters: words are weighed by it. */
  readonly all: {
    /** A common table expression that the others select from: it follows `with`, and ends in a comma. */
    readonly given: Sql
    readonly groups: Sql
    readonly subjects: Sql
    readonly languages: Sql
    /** How many memories hold each of these lexemes; no row for a lexeme that none holds. */
    readonly terms: (lexemes: readonly string[] | Sql) => Sql
    /** The search rows, with the day on which each happened. */
    readonly indexed: Sql
    /** The words as they are written, each with its lexeme; undefined for the past, of which none are kept. */
    readonly words: Sql | undefined
  }
  /** What the filters leave of it. */
  readonly selected: {
    readonly given: Sql
    readonly indexed: Sql
    /** The signatures; undefined for the past, of which none are kept. */
    readonly signed: Sql | undefined
    readonly narrowed: boolean
    /** Whether each statement evaluates `given` again. */
    readonly shared: boolean
  }
  /** Every column that an answer shows; selected by id. */
  readonly memories: Sql
  /** The same without the contents: the turn that each memory was made from. */
  readonly placed: Sql
}
