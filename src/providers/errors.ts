import { NO_USAGE, type Usage } from './language-model.js'

export type Provider = 'embedding' | 'llm' | 'reranker'

/** A provider could not be asked. `detail`: our own words, status and system codes; it never quotes a key or a text. */
abstract class ProviderFault extends Error {
  readonly provider: Provider
  readonly detail: string
  /** What was paid before, where an answer had come and could not be used. */
  usage = NO_USAGE
  constructor(provider: Provider, what: string, detail: string) {
    super(`${provider} provider ${what}: ${detail}`)
    this.provider = provider
    this.detail = detail
  }
}

/** The provider did not answer, after every retry: the same request may succeed later. */
export class ProviderUnavailable extends ProviderFault {
  override readonly name = 'ProviderUnavailable'
  readonly retryAfterSeconds: number
  constructor(provider: Provider, detail: string, retryAfterSeconds: number) {
    super(provider, 'unavailable', detail)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The provider refuses our key, model or settings, or its answer is unusable: a retry will not help. */
export class ProviderRejected extends ProviderFault {
  override readonly name = 'ProviderRejected'
  constructor(provider: Provider, detail: string) {
    super(provider, 'rejected', detail)
  }
}

/** Why the answer of a language model cannot be used, and what that means in an error message. */
const faults = {
  invalid: 'invalid answer',
  refused: 'refused to answer',
  cut_off: 'answer cut off',
  filtered: 'stopped by a content filter',
  too_long: 'input too long for the model',
} as const
export type AnswerFault = keyof typeof faults

/**
 * A language model answered, and what it says cannot be used, even after it was asked again. Another attempt, or a
 * shorter input (`cut_off`, `too_long`), may succeed. `usage`: what was paid for it.
 */
export class AnswerUnusable extends Error {
  override readonly name = 'AnswerUnusable'
  readonly fault: AnswerFault
  readonly detail: string
  readonly usage: Usage
  constructor(fault: AnswerFault, usage: Usage) {
    super(`llm answer unusable: ${faults[fault]}`)
    this.fault = fault
    this.detail = faults[fault]
    this.usage = usage
  }
}

/** What a call took that failed; nothing where there was no answer. */
export const paidIn = (error: unknown): Usage =>
  error instanceof AnswerUnusable || error instanceof ProviderFault ? error.usage : NO_USAGE

/** The files of the built-in embedding model are missing or damaged. */
export class ModelUnusable extends Error {
  override readonly name = 'ModelUnusable'
}
