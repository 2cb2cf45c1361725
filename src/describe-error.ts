export type DescribedError = {
  readonly type: string
  readonly code?: string
  readonly stack: readonly string[]
  readonly cause?: DescribedError
}

const DEEPEST = 5

/** An error for the log: where it was thrown, but not its message, which may quote what a user wrote. */
export const describeError = (error: unknown, depth = 0): DescribedError => {
  if (!(error instanceof Error)) return { type: typeof error, stack: [] }
  const code: unknown = Reflect.get(error, 'code')
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? { code } : {}),
    stack: framesOf(error),
    ...(error.cause === undefined || depth === DEEPEST ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

/** What follows the message in the stack; nothing where the message cannot be told from the frames. */
const framesOf = ({ message, stack = '' }: Error): readonly string[] => {
  const at = stack.indexOf(message)
  if (at < 0) return []
  const lines = stack.slice(at + message.length).split('\n')
  return lines.map((line) => line.trim()).filter((line) => line.startsWith('at '))
}
