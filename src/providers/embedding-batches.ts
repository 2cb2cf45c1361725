export type BatchBounds = {
  /** texts in one request */
  readonly batchSize: number
  /** characters (UTF-16 units) in one request */
  readonly batchCharacters: number
  /** characters (UTF-16 units) of one text; the rest of a longer one is not seen by the model */
  readonly textCharacters: number
}

export type Batch = { readonly places: readonly number[]; readonly texts: readonly string[] }

type GrowingBatch = { readonly places: number[]; readonly texts: string[] }

/** Never ends inside a surrogate pair, and holds no lone surrogate, which strict JSON readers refuse. */
const sendable = (text: string, length: number): string => {
  const cut = text.slice(0, length)
  const whole = text.length > length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
  return whole.replace(/\p{Surrogate}/gu, '\uFFFD')
}

/** Texts with something in them, in order, each with its place in `texts`. Every batch holds at least one. */
export const batchesOf = (texts: readonly string[], bounds: BatchBounds): readonly Batch[] => {
  const batches: GrowingBatch[] = []
  let last: GrowingBatch = { places: [], texts: [] }
  let characters = Number.POSITIVE_INFINITY
  texts.forEach((text, place) => {
    if (text.trim() === '') return
    const sent = sendable(text, bounds.textCharacters)
    characters += sent.length
    if (characters > bounds.batchCharacters || last.texts.length >= bounds.batchSize) {
      last = { places: [], texts: [] }
      batches.push(last)
      characters = sent.length
    }
    last.places.push(place)
    last.texts.push(sent)
  })
  return batches
}
