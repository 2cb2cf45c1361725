import { cutAt, type Form } from './turn.js'

const LINE = /^(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s{1,3})?<[@+~&% ]?([^<>\s/]{1,40})>\s{1,3}(\S.*)$/
const TAGS = new Set(
  'div p b i a u s li ul ol br hr h1 h2 h3 h4 h5 h6 td tr th table html body head script style code pre img title span section article main nav header footer form input button label em strong small sub sup svg path'.split(
    ' ',
  ),
)

/** `<Ana> text`, on every filled line or at least two, and no markup. */
export const irc: Form = (text) => {
  const lines = text.split('\n')
  const said = lines.map((line) => LINE.exec(line) ?? undefined)
  const names = said.flatMap((match) => (match?.[1] ? [match[1]] : []))
  const filled = lines.filter((line) => line.trim() !== '').length
  if (names.length === 0 || (names.length < 2 && filled > 1)) return undefined
  if (names.some((name) => TAGS.has(name.toLowerCase()) || text.includes(`</${name}>`))) return undefined
  return cutAt(lines, (_, index) => {
    const match = said[index]
    return match ? { speaker: match[1] ?? null, first: match[2] ?? '' } : undefined
  })
}
