import { APIError } from 'openai'
import { z } from 'zod'
import { MalformedAnswer, type OpenAiServer, openAiClient, openAiFault, sendable } from './openai-client.js'
import type { Reranker, Reranking } from './reranker.js'
import { hurriedRetries, withRetries } from './retry.js'

export type RerankServerOptions = OpenAiServer & {
  /** some servers have one model only, and need no name */
  readonly model?: string | undefined
}

/** Characters (UTF-16 units) of a document and of a query: a cross-encoder reads about 512 tokens. */
const MOST_CHARACTERS = 2000
/** Some servers send the documents back. */
const MOST_BYTES = 4 * 2 ** 20

/** The name of the list of documents: `texts` of Text Embeddings Inference, `documents` of all others. */
type Field = 'documents' | 'texts'

const scored = z.object({
  index: z.int(),
  relevance_score: z.number().optional(),
  score: z.number().optional(),
})
const list = z.array(scored)
const answerSchema = z.union([list, z.object({ results: list }).transform(({ results }) => results)])

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

/**
 * Relevance of each document, 0 to 1, in an answer of POST /rerank. If one is beyond, all are logits for the sigmoid.
 * @throws MalformedAnswer unless there is exactly one finite number for each document
 */
const relevancesOf = (answer: unknown, count: number): readonly number[] => {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success || parsed.data.length !== count) throw new MalformedAnswer()
  const scores = new Map(parsed.data.map(({ index, relevance_score, score }) => [index, relevance_score ?? score]))
  const relevances = Array.from({ length: count }, (_, i) => scores.get(i) ?? Number.NaN)
  if (!relevances.every(Number.isFinite)) throw new MalformedAnswer()
  return relevances.every((each) => each >= 0 && each <= 1) ? relevances : relevances.map(sigmoid)
}

/** Whether the server names the field that it misses. */
const wantsTexts = (error: unknown): boolean =>
  error instanceof APIError && (error.status === 400 || error.status === 422) && /\btexts\b/.test(error.message)

/**
 * Any server with the common POST /rerank: Cohere, Jina, vLLM, Infinity, llama.cpp, Text Embeddings Inference.
 * Documents and query are cut at 2,000 characters.
 * @throws ProviderUnavailable, ProviderRejected (from `rerank`; ProviderRejected from here for an invalid address or key)
 */
export const rerankServer = ({ model, ...server }: RerankServerOptions): Reranker => {
  const client = openAiClient(server, 'reranker', MOST_BYTES)
  let agreed: Field = 'documents'

  const sendIn = async (field: Field, { query, documents, signal }: Reranking) => {
    const texts = documents.map((text) => sendable(text, MOST_CHARACTERS))
    const asked = { query: sendable(query, MOST_CHARACTERS), [field]: texts }
    const body = field === 'texts' ? asked : { ...asked, ...(model ? { model } : {}), top_n: texts.length }
    return relevancesOf(await client.post('/rerank', { body, signal }), documents.length)
  }
  const send = async (wanted: Reranking) => {
    try {
      return await sendIn(agreed, wanted)
    } catch (error) {
      if (agreed === 'texts' || !wantsTexts(error)) throw error
      const relevances = await sendIn('texts', wanted)
      agreed = 'texts'
      return relevances
    }
  }
  return {
    rerank: async (wanted) =>
      withRetries(() => send(wanted), openAiFault, {
        provider: 'reranker',
        retries: hurriedRetries,
        signal: wanted.signal,
      }),
  }
}
