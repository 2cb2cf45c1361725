/** What is wrong with one field of a request. */
export type Fault = { readonly field: string; readonly says: string }

const MOST_NAMED = 100

abstract class ClientError extends Error {
  override readonly name: string = this.constructor.name
}

/** The request is malformed. Holds every fault, in the order of the schema. */
export class BadRequest extends ClientError {
  constructor(faults: readonly Fault[]) {
    const named = faults.slice(0, MOST_NAMED).map(({ field, says }) => `${field}: ${says}`)
    const rest = faults.length - named.length
    super([...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; '))
  }
}

/** A workspace without the agent that asks. */
export class AgentRequired extends ClientError {}

/** The key is missing or unknown. */
export class Unauthorized extends ClientError {}

/** The key is known and may not do this. */
export class Forbidden extends ClientError {}

/** There is nothing at this path. */
export class NoSuchPath extends ClientError {}

/** The path is known, the method is not among `allowed`. */
export class MethodNotAllowed extends ClientError {
  readonly allowed: readonly string[]
  constructor(allowed: readonly string[]) {
    super(`only ${allowed.join(', ')}`)
    this.allowed = allowed
  }
}

/** The headers of the body say that it is not JSON in UTF-8. */
export class UnsupportedBody extends ClientError {}

/** The body is larger than `MAX_BODY_BYTES`. */
export class BodyTooLarge extends ClientError {}

/** The key has sent too many requests; it may try again after this many seconds. */
export class TooManyRequests extends ClientError {
  readonly seconds: number
  constructor(seconds: number) {
    super(`too many requests; try again in ${seconds} s`)
    this.seconds = seconds
  }
}

/** The settings of this deployment cannot be changed while it runs. */
export class ConfigFrozen extends ClientError {}

/** These settings are read only at the start. */
export class StartupOnly extends ClientError {
  readonly fields: readonly string[]
  constructor(fields: readonly string[]) {
    super(`${fields.join(', ')} cannot change while the service runs`)
    this.fields = fields
  }
}
