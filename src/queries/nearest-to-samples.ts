import { eachOf, type Steps } from '../concurrency/steps.js'
import type { Readers } from '../domain/scope.js'

/** A new text to compare with memories. */
export type Sample = {
  readonly textHash: string
  readonly sketch: readonly number[]
  readonly vector: Float32Array | null
}

/** A visible memory that is similar to a sample. */
export type Similar = {
  /** Index of the sample. */
  readonly sample: number
  readonly id: string
  /** Empty below the cosine from which it was requested. */
  readonly content: string
  readonly sameText: boolean
  /** Cosine of the two embeddings; 0 if one of them is missing. */
  readonly cosine: number
  readonly readers: Readers
}

/** A memory to compare with a sample. */
export type Candidate = { readonly textHash: string; readonly vector: Float32Array | null; readonly readers: Readers }

/** The most memories returned for one sample. */
const OF_A_SAMPLE = 20

export type Near = Omit<Similar, 'content'>

/**
 * The nearest candidates of each sample, among those that share a sketch key or the text hash with it; one step per
 * sample. `cosine`: the minimum for texts that are not the same.
 */
export const nearestIn = (
  { samples, cosine: least }: { readonly samples: readonly Sample[]; readonly cosine: number },
  met: ReadonlyMap<string, readonly string[]>,
  candidates: ReadonlyMap<string, Candidate>,
): Steps<readonly (readonly Near[])[]> =>
  eachOf(samples, ({ textHash, sketch, vector }, sample) => {
    const ids = new Set([...(met.get(textHash) ?? []), ...sketch.flatMap((key) => met.get(`${key}`) ?? [])])
    const near = [...ids].flatMap((id): Near[] => {
      const candidate = candidates.get(id)
      if (candidate === undefined) return []
      const sameText = candidate.textHash === textHash
      const cosine = cosineOf(vector, candidate.vector)
      return sameText || cosine >= least ? [{ sample, id, sameText, cosine, readers: candidate.readers }] : []
    })
    return near.toSorted(byNearness).slice(0, OF_A_SAMPLE)
  })

const byNearness = (a: Near, b: Near): number =>
  Number(b.sameText) - Number(a.sameText) || b.cosine - a.cosine || (a.id < b.id ? -1 : 1)

/** a·b / (|a| |b|); 0 if one vector is missing or has length 0. */
const cosineOf = (a: Float32Array | null, b: Float32Array | null): number => {
  if (a === null || b === null || a.length !== b.length) return 0
  let [product, ofA, ofB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x = 0, y = 0] = [a[i], b[i]]
    product += x * y
    ofA += x * x
    ofB += y * y
  }
  return ofA === 0 || ofB === 0 ? 0 : product / Math.sqrt(ofA * ofB)
}
