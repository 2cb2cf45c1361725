import express, { type Request, type Response } from 'express'
import { BadRequest, BodyTooLarge, UnsupportedBody } from './client-errors.js'
import { excessIn } from './json-limits.js'

/** The size of a body, after any decompression. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

const raw = express.raw({ type: () => true, limit: MAX_BODY_BYTES })
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON body. Throws UnsupportedBody, BodyTooLarge, BadRequest (missing, not JSON, too deep, too many parts). */
export const readBody = async (request: Request, response: Response, mostValues?: number): Promise<unknown> => {
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers
  if (transfer === undefined && Number(length) === 0) throw new BadRequest([{ field: 'body', says: 'required' }])
  if (!isJson(request.headers['content-type'])) throw new UnsupportedBody()
  if (Number(length) > MAX_BODY_BYTES) throw new BodyTooLarge()
  const bytes = await bytesOf(request, response)
  const excess = excessIn(bytes, mostValues)
  if (excess !== undefined) throw new BadRequest([{ field: 'body', says: excess }])
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new BadRequest([{ field: 'body', says: 'malformed JSON' }])
  }
}

const isJson = (contentType = ''): boolean => {
  const [type, ...parameters] = contentType.toLowerCase().split(';')
  return (
    type?.trim() === 'application/json' &&
    parameters.every((parameter) => !/^\s*charset\s*=/.test(parameter) || /=\s*"?utf-?8"?\s*$/.test(parameter))
  )
}

const bytesOf = (request: Request, response: Response): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    raw(request, response, (error?: unknown) => {
      if (error) reject(error)
      else resolve(request.body instanceof Uint8Array ? request.body : new Uint8Array())
    })
  })

/** Stands for a value that is not percent-encoded UTF-8. No schema accepts it. */
export const MALFORMED = Symbol('malformed')

/** Parses a query string. Repeated values become an array, undecodable ones `MALFORMED`; an undecodable name stays. */
export const readQuery = (search: string): Readonly<Record<string, unknown>> => {
  const values = new Map<string, unknown[]>()
  for (const pair of search.split('&').filter((part) => part !== '')) {
    const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? []
    const decodedName = decoded(rawName)
    const name = decodedName === MALFORMED ? rawName : decodedName
    const before = values.get(name)
    if (before) before.push(decoded(rawValue))
    else values.set(name, [decoded(rawValue)])
  }
  return Object.fromEntries([...values].map(([name, given]) => [name, given.length === 1 ? given[0] : given]))
}

/** Bytes that should have been percent-encoded are read as if they had been. */
export const decoded = (text: string): string | typeof MALFORMED => {
  try {
    const encoded = text.replaceAll('+', ' ').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
    return decodeURIComponent(encoded)
  } catch {
    return MALFORMED
  }
}
