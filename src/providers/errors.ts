type Provider = 'embedding' | 'llm' | 'reranker'

/**
 * The provider did not answer, after every retry: the same request may succeed later. `detail` contains our own words,
 * status codes and system error codes; it never quotes a key or a text.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
  readonly provider: Provider
  readonly detail: string
  readonly retryAfterSeconds: number
  constructor(provider: Provider, detail: string, retryAfterSeconds: number) {
    super(`${provider} provider unavailable: ${detail}`)
    this.provider = provider
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The provider refuses our key, model or settings, or its answer is unusable: a retry will not help. */
export class ProviderRejected extends Error {
  override readonly name = 'ProviderRejected'
  readonly provider: Provider
  readonly detail: string
  constructor(provider: Provider, detail: string) {
    super(`${provider} provider rejected: ${detail}`)
    this.provider = provider
    this.detail = detail
  }
}

/** The files of the built-in embedding model are missing or damaged. */
export class ModelUnusable extends Error {
  override readonly name = 'ModelUnusable'
}
