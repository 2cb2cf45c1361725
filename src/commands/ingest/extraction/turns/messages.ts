import { readMoment } from '../dates/moment.js'
import type { Message } from '../fact.js'
import type { Turn } from './turn.js'

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
