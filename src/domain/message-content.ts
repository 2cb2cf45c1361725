import { isJsonObject } from './json-object.js'

/** What language model APIs call a part that holds words: `text`, `input_text`, `output_text`. */
const OF_WORDS = /(?:^|_)text$/

/** One API writes `text: "…"`, another `text: { value: "…" }`. */
const wordsOfPart = (part: unknown): readonly string[] => {
  if (typeof part === 'string') return [part]
  if (!isJsonObject(part) || (typeof part.type === 'string' && !OF_WORDS.test(part.type))) return []
  const words = isJsonObject(part.text) ? part.text.value : part.text
  return typeof words === 'string' ? [words] : []
}

/**
 * The words of a message's content as the APIs of language models write it: a text, a part, or a list of parts, of which those
 * with words are joined by line breaks. Images, sounds, calls of tools and their results are nobody's words, and a message that
 * only calls a tool has none. Undefined for what is no content.
 */
export const wordsIn = (content: unknown): string | undefined => {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (isJsonObject(content) && ('text' in content || typeof content.type === 'string')) return wordsIn([content])
  if (!Array.isArray(content) || !content.every((part) => typeof part === 'string' || isJsonObject(part)))
    return undefined
  return content.flatMap(wordsOfPart).join('\n')
}
