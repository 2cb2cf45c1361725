/** A buffer that grew larger is not kept. */
const KEPT = 1 << 16
const USUAL = 1 << 12
/** Longer beginnings seldom are as long as another. */
const SHORT = 512

/**
 * Bytes that are put together and taken up at once, in the same memory each time: sealing makes many short pieces, and a new buffer
 * costs more than what is in it. Nothing of it may be kept, or be used across an `await`.
 */
export const createScratch = () => {
  let bytes = Buffer.allocUnsafeSlow(USUAL)
  /** By length. */
  let starts: (Buffer | undefined)[] = []
  const use = (other: Buffer<ArrayBuffer>): Buffer => {
    bytes = other
    starts = []
    return other
  }
  return {
    /** So many bytes at least, of which the first are as they were. */
    room: (length: number): Buffer => {
      if (length <= bytes.length) return bytes
      const larger = Buffer.allocUnsafeSlow(2 * length)
      bytes.copy(larger)
      return use(larger)
    },
    first: (length: number): Buffer => {
      if (length > SHORT) return bytes.subarray(0, length)
      starts[length] ??= bytes.subarray(0, length)
      return starts[length]
    },
    /** What was put together has been taken. */
    done: (): void => {
      if (bytes.length > KEPT) use(Buffer.allocUnsafeSlow(USUAL))
    },
  }
}
