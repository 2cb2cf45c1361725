import { contentWords } from './found.js'

type Turn = { readonly id: string; readonly text: string }

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * The id of the turn whose words a memory holds or is a part of, of several (a question and its answer) the last; else the one with
 * which it shares most. Undefined if it shares no word with any.
 */
export const turnOf = (content: string, turns: readonly Turn[]): string | undefined => {
  const said = plain(content)
  const unlabelled = said.replace(/^[^:]{1,40}: /, '')
  const itself = turns.findLast(({ text }) => said.includes(plain(text)) || plain(text).includes(unlabelled))
  if (itself !== undefined) return itself.id
  const words = contentWords(content)
  const shared = ({ text }: Turn) => [...contentWords(text)].filter((word) => words.has(word)).length
  const [nearest] = turns.toSorted((a, b) => shared(b) - shared(a))
  return nearest === undefined || shared(nearest) === 0 ? undefined : nearest.id
}
