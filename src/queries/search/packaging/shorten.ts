import { contentWords } from '../../../indexing/words.js'

/** The most characters of a headline and of an overview, the mark of what was left out included. */
const HEADLINE = 80
const OVERVIEW = 300
const CUT = '…'
/** A sentence with fewer words of content greets or agrees, and heads nothing. */
const TELLING = 2
/** What is further behind heads nothing: to find the sentences of a long text takes time with the square of its length. */
const LOOKED_AT = 4000
/** A cut at a space leaves at least this share of the room. */
const KEPT = 0.6

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' })
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * The first sentence of a text that tells anything, or its beginning, in at most 80 characters; never empty for a text
 * that is not blank.
 */
export const headlineOf = (text: string): string => {
  const [first = '', ...others] = tellingSentences(text)
  return cutTo(first, HEADLINE, others.length > 0)
}

/** Its first sentences that tell anything, as many as are whole in 300 characters; of a longer one the beginning. */
export const overviewOf = (text: string): string => {
  const told = tellingSentences(text)
  let overview = ''
  for (const sentence of told) {
    const longer = overview === '' ? sentence : `${overview} ${sentence}`
    if (lengthOf(longer) >= OVERVIEW) break
    overview = longer
  }
  return cutTo(overview === '' ? (told[0] ?? '') : overview, OVERVIEW, overview !== told.join(' '))
}

/**
 * The sentences at the beginning of a text, from the first that holds words of content, or all of them where none does;
 * behind them a mark where the text goes on.
 */
const tellingSentences = (text: string): readonly string[] => {
  const beginning = text.slice(0, LOOKED_AT).replace(/[\ud800-\udbff]$/, '')
  const all = [...sentences.segment(beginning)].map(({ segment }) => segment.trim()).filter((each) => each !== '')
  const from = all.findIndex((sentence) => contentWords(sentence).length >= TELLING)
  return [...all.slice(Math.max(0, from)), ...(beginning.length < text.length ? [CUT] : [])]
}

/** The text in at most so many characters, between words where there are any; marked where something was left out. */
const cutTo = (text: string, most: number, isCut: boolean): string => {
  if (!isCut && lengthOf(text) <= most) return text
  const open = text.replace(/[.。…]+$/u, '')
  if (open !== '' && lengthOf(open) < most) return `${open}${CUT}`
  let kept = ''
  let room = most - CUT.length
  for (const { segment } of characters.segment(text)) {
    room -= lengthOf(segment)
    if (room < 0) break
    kept += segment
  }
  const space = kept.lastIndexOf(' ')
  return `${space > KEPT * kept.length ? kept.slice(0, space) : kept.trimEnd()}${CUT}`
}

/** In code points. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}
