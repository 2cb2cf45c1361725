import type { Done } from './transact.js'

/** How many memories so far; and, while there is more to do, where it goes on. */
export type Deleted<Place = unknown> = { readonly deleted: number; readonly next?: Place }

/** Where a slice begins, and what was done before it. */
type Begun<Place> = { readonly deleted: number; readonly from: Place }

/** Carries out a change slice by slice: each is a decision of its own, so that other requests come in between. */
export const inSlices = async <Place>(
  first: Place,
  slice: (begun: Begun<Place>) => Promise<Done<Deleted<Place>>>,
): Promise<Done<Deleted<Place>>> => {
  for (let begun: Begun<Place> = { deleted: 0, from: first }; ; ) {
    const done = await slice(begun)
    const { deleted, next } = done.result
    if (next === undefined) return done
    begun = { deleted, from: next }
  }
}
