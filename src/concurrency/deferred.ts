/** A promise that somebody else settles. Nobody has to wait for it. */
export const deferred = () => {
  let settle = () => {}
  let fail: (error: unknown) => void = () => {}
  const done = new Promise<void>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  done.catch(() => {})
  return { done, settle, fail }
}
