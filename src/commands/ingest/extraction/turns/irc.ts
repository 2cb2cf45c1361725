import { cutAt, type Form, type Opening } from './turn.js'

const CLOCK = String.raw`(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s{1,3})?`
const LINE = new RegExp(String.raw`^${CLOCK}<[@+~&% ]?([^<>\s/]{1,40})>\s{1,3}(\S.*)$`)
/** What somebody does: `* Ana waves`. */
const ACTION = new RegExp(String.raw`^${CLOCK}\*\s{1,3}(\S{1,40})\s{1,3}(\S.*)$`)
/** What the program says: `=== Ana has joined #bees`, `*** …`, `-!- …`, `--> …`, `<-- …`. */
const NOTICE = new RegExp(String.raw`^${CLOCK}(?:={3}|\*{3}|-!-|-{1,3}>|<-{1,3})\s{1,3}(\S.*)$`)
/** Who comes, goes, and is called what is nothing that anybody says. */
const COMING =
  /(?<!\p{L})(?:(?:has )?(?:joined|left|quit|parted)(?=\s*$|\s+(?:[#&([]|(?:from )?(?:the|this) (?:channel|room|chat)))|(?:joins|parts|quits):\s|is now known as\s|sets? mode|mode\/[#&]|was kicked|ping timeout)/iu

const TAGS = new Set(
  'div p b i a u s li ul ol br hr h1 h2 h3 h4 h5 h6 td tr th table html body head script style code pre img title span section article main nav header footer form input button label em strong small sub sup svg path'.split(
    ' ',
  ),
)

/**
 * `<Ana> text` on every filled line, or on at least two lines of a text without markup. Notices of the program stand alone, those
 * of coming and going nowhere.
 */
export const irc: Form = (text) => {
  const lines = text.split('\n')
  const said = lines.map((line) => LINE.exec(line) ?? undefined)
  const names = new Set(said.flatMap((match) => (match?.[1] ? [match[1]] : [])))
  const spoken = said.filter((match) => match).length
  const filled = lines.filter((line) => line.trim() !== '').length
  if (spoken === 0 || (spoken < 2 && filled > 1)) return undefined
  if ([...names].some((name) => TAGS.has(name.toLowerCase()) || text.includes(`</${name}>`))) return undefined
  const openings = lines.map((line, index) => openingOf(line, { match: said[index], names }))
  const opens = lines.map((_, index) => openings[index] !== undefined || index === 0)
  const starts = lines.flatMap((_, index) => (opens[index] ? [index] : []))
  return cutAt(lines, (_, index) => openings[index]).flatMap((turn, i) =>
    isComing(turn.text, turn.speaker) ? [] : [{ ...turn, line: starts[i] ?? 0 }],
  )
}

type Seen = { readonly match: RegExpExecArray | undefined; readonly names: ReadonlySet<string> }

const openingOf = (line: string, { match, names }: Seen): Opening | undefined => {
  if (match) return { speaker: match[1] ?? null, first: match[2] ?? '' }
  const [, actor = '', done = ''] = ACTION.exec(line) ?? []
  if (names.has(actor)) return { speaker: COMING.test(done) ? null : actor, first: COMING.test(done) ? line : done }
  return NOTICE.test(line) || COMING.test(done) ? { speaker: null, first: line } : undefined
}

const isComing = (text: string, speaker: string | null): boolean =>
  speaker === null && COMING.test(text) && [NOTICE, ACTION].some((form) => form.test(text))
