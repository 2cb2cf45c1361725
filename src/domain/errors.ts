/** Domain errors know nothing of HTTP. `http/errors.ts` maps them. */
export abstract class DomainError extends Error {
  override readonly name: string = this.constructor.name
}

export class MemoryNotFound extends DomainError {
  readonly memoryId: string
  constructor(memoryId: string) {
    super('Memory not found')
    this.memoryId = memoryId
  }
}

/** The key stands for another request, which was answered already. */
export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super('the key was used for another request')
  }
}

/** More memories are meant than one step takes. */
export class TooManyMemories extends DomainError {
  readonly most: number
  constructor(most: number) {
    super(`more than ${most} memories`)
    this.most = most
  }
}

/** The caller sees no such episode. */
export class EpisodeNotFound extends DomainError {
  constructor() {
    super('Episode not found')
  }
}

/** The caller sees nothing of such a session. */
export class SessionNotFound extends DomainError {
  constructor() {
    super('Session not found')
  }
}

/** What was to be stored would take the user over their quota of memories. */
export class MemoryQuotaExceeded extends DomainError {
  constructor() {
    super('Memory quota exceeded')
  }
}
