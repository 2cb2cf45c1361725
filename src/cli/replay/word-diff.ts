import { diffWordsWithSpace } from 'diff'

export type Change = { readonly is: 'same' | 'added' | 'removed'; readonly text: string }

/** Very different long texts are not worth the wait. */
const PATIENCE_MS = 500

/** What became of a text, word by word. */
export const wordDiff = (before: string, after: string): readonly Change[] => {
  const parts = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS })
  if (parts === undefined)
    return [
      { is: 'removed', text: before },
      { is: 'added', text: after },
    ]
  return parts.map(({ added, removed, value }) => ({ is: added ? 'added' : removed ? 'removed' : 'same', text: value }))
}
