/**
 * A value as text that reads like its words: JSON, but with line breaks and tabs as they are, because the pair `\n` would
 * run into the word after it, and no search would find that word. JSON as `JSON.stringify` writes it has no others. With the
 * moment of writing it is another text than any before.
 */
export const written = (value: unknown, written_at?: Date): string =>
  JSON.stringify({ value, written_at }).replace(/\\./g, (pair) => RAW[pair] ?? pair)

const RAW: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t' }

/** The value of such a text. A text that is none, such as a correction by hand, is its own value. */
export const valueIn = (text: string): unknown => {
  const json = text.replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  const read = parsed(json) ?? parsed(quoted(json))
  return read === undefined ? text : read.value
}

const parsed = (json: string): { readonly value?: unknown } | undefined => {
  try {
    const read: unknown = JSON.parse(json)
    return typeof read === 'object' && read !== null && 'value' in read ? read : undefined
  } catch {
    return undefined
  }
}

/** The service may put its mark for a secret in the place of a number. */
const quoted = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|\[redacted: [^\]"]*\]/g, (part) => (part.startsWith('[') ? `"${part}"` : part))
