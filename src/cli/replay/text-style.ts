import colours from 'picocolors'
import type { Change } from './word-diff.js'

type Paint = (text: string) => string

/** How words are told apart: in colour, or by signs where there is none. */
export type Look = {
  readonly heading: Paint
  readonly faint: Paint
  readonly good: Paint
  readonly bad: Paint
  readonly change: (change: Change) => string
}

export const lookOf = (colourful: boolean): Look => {
  const { bold, dim, green, red, strikethrough } = colours.createColors(colourful)
  return {
    heading: bold,
    faint: dim,
    good: green,
    bad: red,
    change: ({ is, text }) => {
      if (is === 'same') return text
      if (colourful) return is === 'added' ? green(text) : red(strikethrough(text))
      return is === 'added' ? `{+${text}+}` : `[-${text}-]`
    },
  }
}
