import type { WrittenMoment } from '../domain/moment.js'
import { readMoment } from '../text/dates/moment.js'
import { allWordsOf, anyAlternative, knownOf } from '../text/languages.js'
import { isFence } from './fences.js'
import { type Form, isBlank, type Turn } from './turn.js'

const known = [...knownOf('mail').values()]
const anyOf = (part: 'opens' | 'wrote' | 'wroteFirst' | 'dividers'): string =>
  anyAlternative(known.map((own) => own[part]))
/** What a field of a message is, by its name. */
const KINDS = new Map(
  (['from', 'date', 'subject', 'other'] as const).flatMap((kind) =>
    [...allWordsOf(known.map((own) => own[kind]))].map((name) => [name, kind]),
  ),
)
const FIELD = new RegExp(String.raw`^\**(${[...KINDS.keys()].join('|')})\**\s?:\**\s{0,4}(.*)$`, 'u')

/** `On Mon, 2 Mar 2026 at 17:40, Ben Ott <ben@example.org> wrote:` above what is quoted; often it takes two lines. */
const INTRO = new RegExp(
  String.raw`^(?:${anyOf('opens')}) (.{6,50}?\d{1,2}[:.h]\d{2}(?:\s?[AP]M)?),? (?:(?:${anyOf('wroteFirst')}) (\S.{0,100}?)|(\S.{0,100}?) (?:${anyOf('wrote')}))\s?:$`,
  'u',
)
/** Between a message and the one that it answers or passes on. */
const DIVIDER = new RegExp(String.raw`^(?:-{2,12}\s?(?:${anyOf('dividers')})\s?-{2,12}|_{8,80})$`, 'iu')
/** Sender, date, addressee and subject stand above every email. */
const FIELDS_OF_ANY = 4
/** Lines with fields above an email at most. */
const MOST_FIELDS = 20
const MARKS = /^(?:>\s?)+/

type Head = { readonly speaker: string | null; readonly subject: string; readonly moment: WrittenMoment | undefined }

/** Emails: what the sender writes, and quotations as said by their authors. Of the fields only the subject is text. */
export const emails: Form = (text) => {
  const lines = text.split('\n')
  const first = firstOf(lines)
  return headAt(lines, first) === undefined ? undefined : writtenIn(lines, { first, reply: undefined })
}

/** An answer to an email without the fields above it, as where it was copied from a page: what it answers says who wrote that. */
export const replies: Form = (text) => {
  const lines = text.split('\n')
  const quoted = lines.findLastIndex((line) => line.startsWith('>'))
  // What code shows is nobody's.
  if (lines.some(isFence) || !lines.some((_, at) => isAnswered(lines, at, quoted))) return undefined
  return writtenIn(lines, { first: firstOf(lines), reply: { quoted } })
}

const firstOf = (lines: readonly string[]): number =>
  lines.findIndex((line) => line.trim() !== '' && !DIVIDER.test(line.trim()))

/** Of a reply: where the last quotation stands, -1 if there is none. */
type Begin = { readonly first: number; readonly reply: { readonly quoted: number } | undefined }

const writtenIn = (lines: readonly string[], { first, reply }: Begin): readonly Turn[] => {
  const turns: { head: Head; readonly lines: string[]; readonly line: number }[] = []
  /** Who writes what is quoted so many times. */
  const own: Head = { speaker: null, subject: '', moment: undefined }
  const writers: Head[] = [own]
  for (let at = first; at < lines.length; at++) {
    const { depth, bare } = unquoted(lines[at] ?? '')
    const head = headAt(lines, at)
    const intro = introAt(lines, at)
    if (DIVIDER.test(bare)) continue
    if (intro) {
      writers.splice(
        reply && isAllBelow(lines, at, { ...intro, ...reply }) ? depth : depth + 1,
        writers.length,
        intro.head,
      )
      at += intro.length - 1
    } else if (head) {
      writers.splice(depth, writers.length, head.head)
      turns.push({ head: head.head, lines: head.head.subject === '' ? [] : [head.head.subject], line: at })
      at += head.length - 1
    } else {
      // Above what it answers, a reply may mark its own words.
      const writer = writers[depth] ?? (reply && writers.length === 1 ? own : NOBODY)
      if (turns.at(-1)?.head !== writer && bare !== '') turns.push({ head: writer, lines: [], line: at })
      turns.at(-1)?.lines.push(writer === own ? (lines[at] ?? '').trimEnd() : bare)
    }
  }
  return turns.map(({ head: { speaker, moment }, lines: written, line }): Turn => {
    const said = { speaker, text: written.join('\n').trim(), line }
    return moment ? { ...said, moment } : said
  })
}

/** Who is quoted without a name is not the one who writes. */
const NOBODY: Head = { speaker: 'Unknown sender', subject: '', moment: undefined }

const unquoted = (line: string): { readonly depth: number; readonly bare: string } => {
  const marks = MARKS.exec(line)?.[0] ?? ''
  return { depth: marks.replace(/[^>]/g, '').length, bare: line.slice(marks.length).trimEnd() }
}

/** A line without words, be it one that divides. */
const isWordless = (line = ''): boolean => isBlank(line.replaceAll('_', ''))

/** Whether the next words are quoted. */
const isQuoted = (lines: readonly string[], from: number): boolean => {
  let at = from
  while (at < lines.length && isWordless(lines[at])) at++
  return unquoted(lines[at] ?? '').depth > 0
}

/** Whether all that follows a line that says who wrote is what they wrote: it has an address, and no quotation follows. */
const isAllBelow = (
  lines: readonly string[],
  at: number,
  { length, quoted }: Found & { readonly quoted: number },
): boolean => quoted < at + length && /<[^<>@]+@[^<>]+>/.test(lines.slice(at, at + length).join(' '))

/** Whether here begins what the words above answer: a line that says who wrote, or fields with an address or a time of day. */
const isAnswered = (lines: readonly string[], at: number, quoted: number): boolean => {
  const intro = introAt(lines, at)
  if (intro !== undefined) return isQuoted(lines, at + intro.length) || isAllBelow(lines, at, { ...intro, quoted })
  const found = at > 0 && isWordless(lines[at - 1]) ? headAt(lines, at) : undefined
  if (found === undefined || found.length < FIELDS_OF_ANY || found.head.moment === undefined) return false
  return /@|\d[:.]\d{2}(?!\d)/.test(lines.slice(at, at + found.length).join('\n'))
}

type Found = { readonly head: Head; readonly length: number }

const introAt = (lines: readonly string[], at: number): Found | undefined => {
  const one = unquoted(lines[at] ?? '').bare
  const two = `${one} ${unquoted(lines[at + 1] ?? '').bare}`
  const match = INTRO.exec(one) ?? INTRO.exec(two)
  if (!match) return undefined
  const [, date = '', german, from] = match
  return { head: headOf({ from: german ?? from ?? '', date, subject: '' }), length: match[0] === one ? 1 : 2 }
}

/** The fields that begin here, one a line: a sender, and others, of which one has an address or is a subject. */
const headAt = (lines: readonly string[], at: number): Found | undefined => {
  const found = { from: '', date: '', subject: '', other: '' }
  let length = 0
  for (; length < MOST_FIELDS && at + length < lines.length; length++) {
    const [, name = '', value = ''] = FIELD.exec(unquoted(lines[at + length] ?? '').bare) ?? []
    const kind = KINDS.get(name)
    if (kind === undefined) break
    found[kind] = value.trim()
  }
  // "From: Lisbon, to: Porto" is no email.
  const isMail = found.subject !== '' || Object.values(found).some((value) => value.includes('@'))
  return isMail && length > 1 && found.from !== '' ? { head: headOf(found), length } : undefined
}

/** `Ben Ott <ben@example.org>`, `"Ott, Ben" <ben@example.org>` or an address alone. */
const headOf = ({ from, date, subject }: Record<'from' | 'date' | 'subject', string>): Head => {
  const name = from
    .replace(/\s?[<([][^>)\]]{0,200}[>)\]]/g, '')
    .replace(/^["']|["']$/g, '')
    .trim()
  const [last, given] = name.split(/,\s/)
  const speaker = given === undefined ? name : `${given} ${last}`
  return { speaker: speaker.replace(/@.*$/, '') || null, subject, moment: readMoment(date) }
}
