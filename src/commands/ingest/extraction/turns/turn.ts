import { type Moment, readMoment } from '../dates/moment.js'
import type { Message } from '../fact.js'

/** What one party said in one go. Null speaker: prose, or words before the first label. */
export type Turn = {
  readonly speaker: string | null
  readonly text: string
  /** As the message names it, in lower case. */
  readonly role?: string
  readonly moment?: Moment
}

/** A reader of one form of transcript: the turns, or undefined where the text has another form. */
export type Form = (text: string) => readonly Turn[] | undefined

/** A line that begins a turn: who, when if the line says so, and what is on the line itself. */
export type Opening = { readonly speaker: string | null; readonly first: string; readonly moment?: Moment | undefined }

/** Cuts lines into turns; a line that opens none belongs to the turn before, or to a nameless turn at the start. */
export const cutAt = (
  lines: readonly string[],
  opening: (line: string, index: number) => Opening | undefined,
): readonly Turn[] => {
  const turns: { speaker: string | null; lines: string[]; moment: Moment | undefined }[] = []
  for (const [index, line] of lines.entries()) {
    const opened = opening(line, index)
    const last = turns.at(-1)
    if (opened) turns.push({ speaker: opened.speaker, lines: [opened.first], moment: opened.moment })
    else if (last) last.lines.push(line)
    else turns.push({ speaker: null, lines: [line], moment: undefined })
  }
  return turns.map(({ speaker, lines: own, moment }) => ({
    speaker,
    text: own.join('\n'),
    ...(moment ? { moment } : {}),
  }))
}

/** A label stands before every piece of a turn, so it is kept short. */
const LONGEST = 64

const label = (text: string): string =>
  [...text.slice(0, 200).replace(/\s+/g, ' ').trim()].slice(0, LONGEST).join('').trim()

/** A role as a speaker: "user" is User. */
export const roleName = (role: string): string | null => {
  const name = label(role)
  return name === '' ? null : name.charAt(0).toUpperCase() + name.slice(1)
}

export const turnOf = ({ role, content, name, at }: Message): Turn => {
  const moment = at === undefined ? undefined : readMoment(at)
  return {
    role: label(role).toLowerCase(),
    speaker: (name === undefined ? '' : label(name)) || roleName(role),
    text: content.replace(/\r\n?/g, '\n'),
    ...(moment ? { moment } : {}),
  }
}
