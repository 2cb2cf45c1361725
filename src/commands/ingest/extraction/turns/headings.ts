import type { Turn } from './turn.js'

const HEADING = /^(#{1,6})\s{1,4}\S.{0,120}$/

export const isHeading = (line: string): boolean => HEADING.test(line)

const levelOf = (heading: string): number => HEADING.exec(heading)?.[1]?.length ?? 0

/** A paragraph, and what it is cut into where it is a list whose items can be understood alone. */
type Paragraph = { readonly text: string; readonly code: boolean; readonly apart: readonly string[] | undefined }

const headingsOf = ({ text, code }: Paragraph): readonly string[] => {
  const lines = text.split('\n')
  const behind = lines.findIndex((line) => !isHeading(line))
  return code ? [] : lines.slice(0, behind < 0 ? lines.length : behind)
}

const isAllHeadings = (paragraph: Paragraph): boolean =>
  headingsOf(paragraph).length === paragraph.text.split('\n').length

/** An item of so few words says nothing without its heading. */
const FEW_WORDS = 4

/** A step, or an item of a few words. */
const leansOnHeading = (item: string): boolean => /^\s*\d/.test(item) || item.trim().split(/\s+/).length <= FEW_WORDS

/**
 * Paragraphs of a document, each with the heading of the document and that of its section: "1 kg apples" is understood under
 * "Apple Strudel" alone. Headings by themselves are no paragraph where something else stands under them.
 */
export const underHeadings = (paragraphs: readonly Paragraph[]): readonly Turn[] => {
  let open: readonly string[] = []
  return paragraphs.flatMap((paragraph, i): readonly Turn[] => {
    const own = headingsOf(paragraph)
    open = [...aboveOf(open, own), ...own]
    const { text, apart } = paragraph
    const next = paragraphs[i + 1]
    if (isAllHeadings(paragraph) && next !== undefined && isUnder(next, own))
      return [{ speaker: null, text, heads: true }]
    const under = shortened(open.filter((heading) => !own.includes(heading)))
    return (apart ?? [text]).map((said) => ({
      ...{ speaker: null, text: said },
      ...(under !== '' && (apart === undefined || leansOnHeading(said)) ? { under } : {}),
    }))
  })
}

/** The open headings that stay above new ones. */
const aboveOf = (open: readonly string[], [outer]: readonly string[]): readonly string[] =>
  outer === undefined ? open : open.filter((heading) => levelOf(heading) < levelOf(outer))

/** Whether a paragraph is told with these headings: it begins with none, or with a lower one. */
const isUnder = (next: Paragraph, above: readonly string[]): boolean => {
  const [first] = headingsOf(next)
  if (next.apart !== undefined) return next.apart.every(leansOnHeading)
  return first === undefined || levelOf(first) > levelOf(above.at(-1) ?? '')
}

/** The first and the last of the headings. */
const shortened = (headings: readonly string[]): string =>
  [...new Set([headings[0], headings.at(-1)])].filter((heading) => heading !== undefined).join('\n')
