/** Runs a piece of work when its turn has come. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** Lets at most `width` pieces of work through at a time, in the order they came. */
export const limiter = (width: number): Limiter => {
  let free = width
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((turn) => waiting.push(turn))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

/** Lets one piece of work of each key through at a time; `tooMany` is thrown where more than `most` of a key wait. */
export const keyedLimiter = (most: number, tooMany: (key: string) => Error) => {
  const places = new Map<string, { readonly inTurn: Limiter; waiting: number }>()
  const inTurn = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const place = places.get(key) ?? { inTurn: limiter(1), waiting: 0 }
    if (place.waiting >= most) throw tooMany(key)
    places.set(key, place)
    place.waiting += 1
    try {
      return await place.inTurn(work)
    } finally {
      place.waiting -= 1
      if (place.waiting === 0) places.delete(key)
    }
  }
  /** How many pieces of work stand behind another one of their key. */
  const waiting = () => [...places.values()].reduce((sum, place) => sum + place.waiting - 1, 0)
  return Object.assign(inTurn, { waiting })
}
