import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { Seen } from './append-vectors.js'
import type { Pace } from './rate-limit.js'
import { patiently } from './retry.js'

type Wording = Omit<Seen, 'vector'> & { readonly text: string }

export type FillParts = {
  readonly provider: Pick<EmbeddingProvider, 'embed'>
  /** The next wordings that it has not seen. */
  readonly next: (after: Wording | undefined, most: number) => Promise<readonly Wording[]>
  /** Writes what it made of wordings of one user; how many of them were still lacking. Undefined: this user's cannot be written now. */
  readonly append: (seen: readonly Seen[]) => Promise<number | undefined>
  readonly pace: Pace
}

type Watch = {
  readonly signal: AbortSignal
  readonly shown: (texts: number) => void
  readonly waiting: (seconds: number) => void
}

/**
 * Shows a model everything that it has not seen, in batches outside any transaction, until nothing is left or what is
 * left cannot be written. Whatever is written stays, so that it can be broken off anywhere. Gives how many texts it was.
 */
export const fillVectors = async (parts: FillParts, watch: Watch): Promise<number> => {
  const refused = new Set<string>()
  for (let filled = 0; ; ) {
    const now = await onePass(parts, refused, watch)
    if (now === 0) return filled
    filled += now
  }
}

const onePass = async (parts: FillParts, refused: Set<string>, watch: Watch): Promise<number> => {
  let filled = 0
  for (let after: Wording | undefined; ; ) {
    watch.signal.throwIfAborted()
    const wordings = await parts.next(after, parts.pace.most)
    after = wordings.at(-1)
    if (after === undefined) return filled
    const open = wordings.filter(({ userId }) => !refused.has(userId))
    for (const { userId, count } of await fillBatch(parts, open, watch)) {
      filled += count ?? 0
      if (count === undefined) refused.add(userId)
    }
  }
}

type Filled = { readonly userId: string; readonly count: number | undefined }

/** Each text is shown once, however many versions say it. */
const fillBatch = async (
  { provider, append, pace }: FillParts,
  wordings: readonly Wording[],
  { signal, shown, waiting }: Watch,
): Promise<readonly Filled[]> => {
  const texts = [...new Set(wordings.map(({ text }) => text))]
  if (texts.length === 0) return []
  await pace.turn(texts.length, signal)
  const vectors = await patiently(provider, texts, { signal, waiting })
  const vectorOf = new Map(texts.map((text, i) => [text, vectors[i] ?? null]))
  const seen = wordings.map(({ text, ...wording }) => ({ ...wording, vector: vectorOf.get(text) ?? null }))
  const users = [...new Set(seen.map(({ userId }) => userId))]
  const filled = users.map(async (userId) => ({
    userId,
    count: await append(seen.filter((one) => one.userId === userId)),
  }))
  const all = await Promise.all(filled)
  shown(all.reduce((sum, { count }) => sum + (count ?? 0), 0))
  return all
}
