import { namingOptions } from './naming-options.js'
import type { ErasedOne, ErasureProof, Looked } from './report.js'

/** What was found out about what is sealed in the log. */
export type Sealed = {
  /** Of a memory: whether the log says that it was erased. */
  readonly isErased: boolean
  /** Events of it that hold words which were never sealed. */
  readonly unsealed: number
  readonly keys: number
  /** Keys that open. */
  readonly opening: number
  /** Keys of which nobody knows whether they are destroyed. */
  readonly unknown: number
}

type Seen = {
  readonly wanted: ErasedOne
  readonly sealed: Sealed
  readonly looked: readonly Looked[]
  /** What else speaks against it, and what to do about that. */
  readonly against: readonly { readonly says: string; readonly next: string }[]
}

/** Whether it is proven, what speaks against it, and what to do then. */
export const verdictOf = ({
  wanted,
  sealed,
  looked,
  against: differences,
}: Seen): Pick<ErasureProof, 'proven' | 'looked' | 'against' | 'next'> => {
  const against = [...againstIt(wanted, sealed), ...differences.map(({ says }) => says)]
  const proven = against.length === 0 && looked.every(({ found }) => found === 0)
  return { proven, looked, against, next: proven ? [] : whatNext({ wanted, sealed, looked, against: differences }) }
}

const againstIt = ({ memory }: ErasedOne, { isErased, unsealed, unknown, keys }: Sealed): readonly string[] => [
  ...(isErased ? [] : ['The log says nowhere that this memory was erased.']),
  ...(unsealed === 0 ? [] : [`${unsealed} events hold words that were never sealed, and cannot be erased.`]),
  ...(unknown === 0
    ? []
    : [`${unknown} keys are missing, or open with another secret key: they are not known to be destroyed.`]),
  ...(memory !== null || keys > 0 ? [] : ['The log holds nothing sealed of this user.']),
]

const whatNext = ({ wanted, sealed, looked, against }: Seen): readonly string[] => {
  const whom = namingOptions(wanted)
  const words = looked.filter(({ unit, found }) => unit !== 'keys' && unit !== 'rows compared' && found > 0)
  return [
    ...(sealed.isErased ? [] : [`Erase it first: palimpsest erase ${whom}`]),
    ...(sealed.isErased && sealed.opening > 0
      ? [
          `Where an older table of keys was restored, destroy them again: palimpsest erase --replay. Otherwise erase first: palimpsest erase ${whom}`,
        ]
      : []),
    ...against.map(({ next }) => next),
    ...(words.length === 0
      ? []
      : [
          'Words that another memory or user says as well are found there: leave them out of the words, or erase that, too.',
        ]),
  ]
}
