import { isJsonObject, type JsonObject } from '../domain/json-object.js'
import { readMoment } from '../text/dates/moment.js'
import type { Message } from './message.js'

/** One program's form of a chat: its messages, or undefined where it is not one of that program's. */
export type Export = (value: unknown) => readonly Message[] | undefined

export const objects = (value: unknown): readonly JsonObject[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isJsonObject) ? value : undefined

/** A conversation, or a list of several. */
export const oneOrMore = (value: unknown) => objects(Array.isArray(value) ? value : [value])

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')
export const firstOf = (...values: readonly unknown[]): string => values.map(text).find((value) => value !== '') ?? ''
export const fieldOf = (value: unknown, ...keys: readonly string[]): string =>
  isJsonObject(value) ? firstOf(...keys.map((key) => value[key])) : ''

export const said = (by: string, content: string, at: string): readonly Message[] =>
  by === '' || content.trim() === '' ? [] : [{ role: by, content, ...(at === '' ? {} : { at }) }]

export const SECONDS = /^\d{9,11}(?:\.\d{1,9})?$/
export const fromSeconds = (seconds: unknown): string =>
  SECONDS.test(`${seconds}`) ? new Date(Math.round(Number(seconds) * 1000)).toISOString() : ''

/**
 * Oldest first, by what `at` tells; of equal times those that come later in a list that begins with the newest. As they are
 * where one of the times cannot be read.
 */
export const inTime = (messages: readonly JsonObject[], at: (message: JsonObject) => string): readonly JsonObject[] => {
  const timed = messages.map((message) => ({ message, time: readMoment(at(message))?.instant ?? '' }))
  if (timed.some(({ time }) => time === '')) return messages
  const [first, last] = [timed[0], timed.at(-1)]
  const isNewestFirst = first !== undefined && last !== undefined && first.time > last.time
  const listed = isNewestFirst ? timed.toReversed() : timed
  return listed.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)).map(({ message }) => message)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

export const withoutTags = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/li)[^<>]{0,200}>/gi, '\n')
    .replace(/<[^<>]{1,2000}>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim()
