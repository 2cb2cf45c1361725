import express, { type Request, type Response } from 'express'
import { BadRequest, BodyTooLarge, UnsupportedBody } from './client-errors.js'
import { excessIn } from './json-limits.js'

/** The size of a body, after any decompression. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024

const raw = express.raw({ type: () => true, limit: MAX_BODY_BYTES })
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The body as JSON says it. Throws UnsupportedBody, BodyTooLarge, or BadRequest where it is missing,
 * no JSON, or nested too deep or of too many parts for any request.
 */
export const readBody = async (request: Request, response: Response): Promise<unknown> => {
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers
  if (transfer === undefined && Number(length) === 0) throw new BadRequest([{ field: 'body', says: 'required' }])
  if (!isJson(request.headers['content-type'])) throw new UnsupportedBody()
  if (Number(length) > MAX_BODY_BYTES) throw new BodyTooLarge()
  const bytes = await bytesOf(request, response)
  const excess = excessIn(bytes)
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
