import type { KnownConflict } from './conflict/events.js'

/** Domain errors know nothing of HTTP. `http/errors.ts` maps them. */
export abstract class DomainError extends Error {
  override readonly name: string = this.constructor.name
}

/** An error that always says the same. */
const saying = (message: string) =>
  class extends DomainError {
    constructor() {
      super(message)
    }
  }

/** What became of a memory that is out of force; `by`: what took its place, where the caller sees that. */
export type Became = { readonly status: 'deleted' | 'superseded'; readonly by: string | null }

export class MemoryNotFound extends DomainError {
  readonly memoryId: string
  /** Only for callers who could read it, and may read it now. */
  readonly became: Became | undefined
  constructor(memoryId: string, became?: Became) {
    super('Memory not found')
    this.memoryId = memoryId
    this.became = became
  }
}

/** There is nothing of the user, or nothing any more. */
export class UserNotFound extends saying('There is nothing of this user') {}

/** An active memory with the same readers says the same already. */
export class EqualMemoryExists extends saying('An equal memory is active') {}

/** A memory that is made of others, or that waits for clarification. */
export class NotRestorable extends saying('Such a memory cannot be restored') {}

/** A memory that a statement is to replace cannot be replaced by it. */
export class NotReplaceable extends DomainError {
  constructor(why: string) {
    super(`Cannot replace it: ${why}`)
  }
}

/** What is said to replace something says nothing to remember. */
export class NothingStated extends saying('No memory comes of what has a key or replaces memories') {}

/** The key was already used for a different request. */
export class IdempotencyKeyReused extends saying('the key was used for another request') {}

/** The caller can see no such episode. */
export class EpisodeNotFound extends saying('Episode not found') {}

/** The caller can see no episode of such a session. */
export class SessionNotFound extends saying('Session not found') {}

/** No memory that the caller can see names it. */
export class EntityNotFound extends saying('Entity not found') {}

/** No search of the caller has this id, or none whose receipt is still kept. */
export class RecallNotFound extends saying('Recall not found') {}

/** The caller's scope has no such lesson, or it is no longer active. */
export class LessonNotFound extends saying('Lesson not found') {}

/** The ingest would exceed the user's quota of memories. */
export class MemoryQuotaExceeded extends saying('Memory quota exceeded') {}

/** There is no such conflict, or the caller does not see both of its memories. */
export class ConflictNotFound extends saying('Conflict not found') {}

/** It was resolved in another way. */
export class ConflictAlreadyResolved extends saying('Conflict already resolved') {}

/** A memory of the conflict is not what the caller has seen of it. */
export class ConflictChanged extends DomainError {
  readonly conflict: KnownConflict
  /** The versions of its memories now. */
  readonly versions: { readonly existing: number; readonly new: number }
  constructor(conflict: KnownConflict, versions: ConflictChanged['versions']) {
    super('A memory of the conflict has changed')
    this.conflict = conflict
    this.versions = versions
  }
}

/** Nobody loses a memory to one that they cannot read. */
export class NewMemoryHasFewerReaders extends saying('The new memory has fewer readers than the existing one') {}
