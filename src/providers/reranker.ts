export type Reranking = {
  readonly query: string
  readonly documents: readonly string[]
  readonly signal: AbortSignal
}

/** A cross-encoder: it reads a query and a document together. */
export type Reranker = {
  /**
   * How well each document answers the query, 0 to 1, in the order of the documents.
   * @throws ProviderUnavailable, ProviderRejected; the reason of the signal
   */
  readonly rerank: (wanted: Reranking) => Promise<readonly number[]>
}
