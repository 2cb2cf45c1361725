/** Does work at the first call; later calls get the same promise. Work that has failed is done anew the next time. */
export const remembered = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let done: Promise<T> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}
