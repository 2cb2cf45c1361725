import { type Moment, readMoment } from './moment.js'

export type Dated = { readonly rest: string; readonly moment: Moment | undefined }

const LINE = /^\s{0,1000}\[\s{0,8}session[ _-]?date\s{0,8}[:=]([^\]\n]{0,200})\][^\S\n]{0,100}\n?/i

/** Takes the line `[Session date: …]` off the start of a text, whether or not its date can be read. */
export const takeSessionDate = (text: string): Dated => {
  const match = LINE.exec(text)
  return match
    ? { rest: text.slice(match[0].length), moment: readMoment(match[1] ?? '') }
    : { rest: text, moment: undefined }
}
