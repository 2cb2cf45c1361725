import type { Replacement } from '../domain/memory/replacing.js'
import type { WrittenMoment } from '../domain/moment.js'
import { readMoment } from '../text/dates/moment.js'
import type { Headings } from './headings.js'
import type { Message } from './message.js'

/** The words of one speaker in a row. Null speaker: prose, or words before the first label. */
export type Turn = {
  readonly speaker: string | null
  readonly text: string
  /** The role of the message, in lower case. */
  readonly role?: string
  readonly moment?: WrittenMoment
  /** With which line of the text it begins, where that cannot be told by its words. */
  readonly line?: number
  /** Those of the document that it is a part of. */
  readonly headings?: Headings
  readonly replacement?: Replacement
}

/** Parser of one transcript format: the turns, or undefined if the text has another format. */
export type Form = (text: string) => readonly Turn[] | undefined

/** A line that starts a turn: the speaker, the time if stated, and the text on the line. */
export type Opening = {
  readonly speaker: string | null
  readonly first: string
  readonly moment?: WrittenMoment | undefined
}

/** Nothing, or the private character by which a reader marks a place. */
export const isBlank = (line: string): boolean => /^[\s\ue000-\uf8ff]*$/.test(line)

/** Groups lines into turns; lines before the first start form one without speaker. `numbers`: their places. */
export const cutAt = (
  lines: readonly string[],
  opening: (line: string, index: number) => Opening | undefined,
  numbers?: readonly number[],
): readonly Turn[] => {
  const turns: (Opening & { readonly lines: string[]; readonly line: number | undefined })[] = []
  for (const [index, line] of lines.entries()) {
    const last = turns.at(-1)
    const opened = opening(line, index) ?? (last ? undefined : { speaker: null, first: line })
    if (opened) turns.push({ ...opened, lines: [opened.first], line: numbers?.[index] })
    else last?.lines.push(line)
  }
  return turns.map(({ speaker, lines: own, moment, line }) => ({
    speaker,
    text: own.join('\n'),
    ...(moment ? { moment } : {}),
    ...(line === undefined ? {} : { line }),
  }))
}

/** Every piece of a turn contains the label, so it is kept short. */
const LONGEST = 64

const label = (text: string): string =>
  [...text.slice(0, 200).replace(/\s+/g, ' ').trim()].slice(0, LONGEST).join('').trim()

/** The role as a speaker's name: "user" becomes User. */
export const roleName = (role: string): string | null => {
  const name = label(role)
  return name === '' ? null : name.charAt(0).toUpperCase() + name.slice(1)
}

export const turnOf = ({ role, content, name, at, replacement }: Message): Turn => {
  const moment = at === undefined ? undefined : readMoment(at)
  return {
    role: label(role).toLowerCase(),
    speaker: (name === undefined ? '' : label(name)) || roleName(role),
    text: content.replace(/\r\n?/g, '\n'),
    ...(moment ? { moment } : {}),
    ...(replacement ? { replacement } : {}),
  }
}
