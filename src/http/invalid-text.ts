/** A NUL, or half of a surrogate pair: neither the log nor Postgres can store it. */
export const isUnfit = (text: string): boolean => /[\0\p{Surrogate}]/u.test(text)

/** Whether any text in a JSON value, keys included, cannot be stored. Any depth, without recursion. */
export const hasInvalidText = (value: unknown): boolean => {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && isUnfit(next)) return true
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next) && Object.keys(next).some(isUnfit)) return true
    for (const inner of Object.values(next)) left.push(inner)
  }
  return false
}
