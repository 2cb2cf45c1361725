import { knownOf } from './languages.js'

/** Titles and abbreviations of all languages, in a pattern: a full stop behind one of them ends no sentence. */
export const ABBREVIATIONS = [...knownOf('abbreviations').values()].join('|')
const ABBREVIATED = new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${ABBREVIATIONS})\.\s*$`, 'iu')
const INITIAL = /(?<![\p{L}\p{M}])\p{Lu}\.\s*$/u

const isAbbreviated = (text: string): boolean => ABBREVIATED.test(text) || INITIAL.test(text)

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** A segmenter slows down with the length of its input, so long texts are segmented in windows, UTF-16 units. */
const WINDOW = 2000

/** The sentences of a text with the white space behind them; their concatenation is the text. A line ends a sentence. */
export const sentencesOf = (text: string): readonly string[] => {
  const sentences: string[] = []
  let rest = text
  while (rest.length > WINDOW) {
    const found = segmentsOf(rest.slice(0, WINDOW))
    // The last sentence may go on after the window.
    const whole = found.length > 1 ? found.slice(0, -1) : found
    sentences.push(...whole)
    rest = rest.slice(whole.reduce((sum, { length }) => sum + length, 0))
  }
  return [...sentences, ...segmentsOf(rest)]
}

const segmentsOf = (text: string): readonly string[] => {
  const sentences: string[] = []
  let begun = ''
  for (const { segment } of segmenter.segment(text)) {
    begun += segment
    if (isAbbreviated(segment)) continue
    sentences.push(begun)
    begun = ''
  }
  return begun === '' ? sentences : [...sentences, begun]
}
