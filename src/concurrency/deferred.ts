/** A promise with its `resolve` and `reject`. A rejection that nobody awaits does not end the process. */
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
