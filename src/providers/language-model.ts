import type { z } from 'zod'

/** Instructions to a model, versioned: an answer is told with the name and version of what was asked. */
export type Prompt = { readonly name: string; readonly version: number; readonly system: string }

/** What calls have cost. `calls`: answered requests, including a second one after an unusable answer. */
export type Usage = {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly ms: number
}

export const NO_USAGE: Usage = { calls: 0, inputTokens: 0, outputTokens: 0, ms: 0 }

export const sumOf = (all: readonly Usage[]): Usage =>
  all.reduce(
    (sum, one) => ({
      calls: sum.calls + one.calls,
      inputTokens: sum.inputTokens + one.inputTokens,
      outputTokens: sum.outputTokens + one.outputTokens,
      ms: sum.ms + one.ms,
    }),
    NO_USAGE,
  )

/** Of two answers, the one with more that is good is taken, then the one with fewer faults, then the later one. */
export type Review = {
  /** in our own words: they are told to the model */
  readonly faults: readonly string[]
  /** how much of it can be used */
  readonly good: number
}

export type CompletionRequest<Value> = {
  readonly prompt: Prompt
  /** The user's message. Words of a conversation are only in here, as JSON, with secrets redacted before. */
  readonly input: string
  readonly schema: {
    /** at most 64 of a-z, 0-9, - and _ */
    readonly name: string
    /** an object without transformations; a field that may be missing is nullable, not optional */
    readonly answer: z.ZodType<Value>
  }
  /** What the caller makes of an answer that fits the schema. With faults, the model is asked once more. */
  readonly review?: (value: Value) => Review
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
}

export type Completion<Value> = { readonly value: Value; readonly usage: Usage }

export type LanguageModel = {
  readonly model: string
  /**
   * One answer, parsed by the schema.
   * @throws ProviderUnavailable, ProviderRejected, AnswerUnusable; the reason of `signal`
   */
  readonly complete: <Value>(request: CompletionRequest<Value>) => Promise<Completion<Value>>
}
