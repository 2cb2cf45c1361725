import { readMoment } from '../dates/moment.js'
import { looksLikeHandle, looksLikeName } from './speakers.js'
import { cutAt, type Form } from './turn.js'

/** `Ana  10:32 AM`, `Ana — Today at 10:32`, `Ana [10:32 AM]`, `Ana — 05/12/2023 10:32 AM` on a line of their own. */
const HEADER =
  /^(\p{L}[\p{L}\p{M}\p{N} .'’_-]{0,39}?)(\s{2,8}|\t|\s?[—–]\s?|\s(?=\[)|\s)\[?((?:(?:Today|Yesterday)(?: at)? |\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? (?:at )?)?\d{1,2}:\d{2}(?:\s?[AP]M)?)\]?\s{0,4}$/u

const headerOf = (line: string) => {
  if (line.length > 100) return undefined
  const match = HEADER.exec(line)
  const name = match?.[1]?.trim()
  if (!match || name === undefined || !(looksLikeName(name) || looksLikeHandle(name))) return undefined
  return { name, when: match[3] ?? '', single: match[2] === ' ' && !line.includes('[') }
}

/** Slack and Discord: a header line with name and time, then the text. With only one space between, two are needed. */
export const headed: Form = (text) => {
  const lines = text.split('\n')
  const headers = lines.map(headerOf)
  const clear = headers.some((header) => header && !header.single)
  if (!clear && headers.filter((header) => header).length < 2) return undefined
  return cutAt(lines, (_, index) => {
    const header = headers[index]
    return header ? { speaker: header.name, first: '', moment: readMoment(header.when) } : undefined
  })
}
