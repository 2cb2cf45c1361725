/** Stands for a value that is no percent-encoded UTF-8: no schema takes it. */
export const MALFORMED = Symbol('malformed')

/**
 * Reads what follows the `?` of an address. A parameter given more than once becomes an array, and what cannot be
 * decoded `MALFORMED`, so that neither is taken for a text; unknown parameters are read and left to be passed over.
 */
export const readQuery = (search: string): Readonly<Record<string, unknown>> => {
  const values = new Map<string, unknown[]>()
  for (const pair of search.split('&').filter((part) => part !== '')) {
    const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? []
    const name = decoded(rawName)
    if (name === MALFORMED) continue
    const before = values.get(name)
    if (before) before.push(decoded(rawValue))
    else values.set(name, [decoded(rawValue)])
  }
  return Object.fromEntries([...values].map(([name, given]) => [name, given.length === 1 ? given[0] : given]))
}

/** Bytes that should have been percent-encoded are taken as if they were. */
export const decoded = (text: string): string | typeof MALFORMED => {
  try {
    const encoded = text.replaceAll('+', ' ').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
    return decodeURIComponent(encoded)
  } catch {
    return MALFORMED
  }
}
