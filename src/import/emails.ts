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
type Reply = { readonly quoted: number }

const writtenIn = (
  lines: readonly string[],
  { first, reply }: { readonly first: number; readonly reply: Reply | undefined },
): readonly Turn[] => {
  const thread = new Thread(lines, reply)
  for (let at = first; at < lines.length; ) at += thread.read(at)
  return thread.turns.map(({ head: { speaker, moment }, lines: written, line }): Turn => {
    const said = { speaker, text: written.join('\n').trim(), line }
    return moment ? { ...said, moment } : said
  })
}

/** Who has written what, as far as the lines are read. */
class Thread {
  readonly turns: { readonly head: Head; readonly lines: string[]; readonly line: number }[] = []
  /** Who writes what is quoted so many times. */
  private readonly writers: Head[] = [OWN]
  private readonly lines: readonly string[]
  private readonly reply: Reply | undefined

  constructor(lines: readonly string[], reply: Reply | undefined) {
    this.lines = lines
    this.reply = reply
  }

  /** Reads what begins at a line. @returns of how many lines it is */
  read(at: number): number {
    const { depth, bare } = unquoted(this.lines[at] ?? '')
    if (DIVIDER.test(bare)) return 1
    const intro = introAt(this.lines, at)
    if (intro) {
      const isAtItsDepth = this.reply && isAllBelow(this.lines, at, { ...intro, ...this.reply })
      this.writers.splice(isAtItsDepth ? depth : depth + 1, this.writers.length, intro.head)
      return intro.length
    }
    const fields = headAt(this.lines, at)
    if (fields) {
      const { head, length } = fields
      this.writers.splice(depth, this.writers.length, head)
      this.turns.push({ head, lines: head.subject === '' ? [] : [head.subject], line: at })
      return length
    }
    this.readText(at, depth, bare)
    return 1
  }

  private readText(at: number, depth: number, bare: string): void {
    // Above what it answers, a reply may mark its own words.
    const writer = this.writers[depth] ?? (this.reply && this.writers.length === 1 ? OWN : NOBODY)
    if (this.turns.at(-1)?.head !== writer && bare !== '') this.turns.push({ head: writer, lines: [], line: at })
    this.turns.at(-1)?.lines.push(writer === OWN ? (this.lines[at] ?? '').trimEnd() : bare)
  }
}

/** The one who writes an email without fields above it. */
const OWN: Head = { speaker: null, subject: '', moment: undefined }
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
const isAllBelow = (lines: readonly string[], at: number, { length, quoted }: FoundHead & Reply): boolean =>
  quoted < at + length && /<[^<>@]+@[^<>]+>/.test(lines.slice(at, at + length).join(' '))

/** Whether here begins what the words above answer: a line that says who wrote, or fields with an address or a time of day. */
const isAnswered = (lines: readonly string[], at: number, quoted: number): boolean => {
  const intro = introAt(lines, at)
  if (intro !== undefined) return isQuoted(lines, at + intro.length) || isAllBelow(lines, at, { ...intro, quoted })
  const found = at > 0 && isWordless(lines[at - 1]) ? headAt(lines, at) : undefined
  if (found === undefined || found.length < FIELDS_OF_ANY || found.head.moment === undefined) return false
  return /@|\d[:.]\d{2}(?!\d)/.test(lines.slice(at, at + found.length).join('\n'))
}

type FoundHead = { readonly head: Head; readonly length: number }

const introAt = (lines: readonly string[], at: number): FoundHead | undefined => {
  const one = unquoted(lines[at] ?? '').bare
  const two = `${one} ${unquoted(lines[at + 1] ?? '').bare}`
  const match = INTRO.exec(one) ?? INTRO.exec(two)
  if (!match) return undefined
  const [, date = '', german, from] = match
  return { head: headOf({ from: german ?? from ?? '', date, subject: '' }), length: match[0] === one ? 1 : 2 }
}

/** The fields that begin here, one a line: a sender, and others, of which one has an address or is a subject. */
const headAt = (lines: readonly string[], at: number): FoundHead | undefined => {
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
