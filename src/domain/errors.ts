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
