import { BadRequest, BodyTooLarge, UnsupportedBody } from './client-errors.js'

/** What the reader of bodies reports, in our own words: it says `type` where it knows, and a status below 500. */
export const unreadableBody = (error: unknown): Error | undefined => {
  if (!(error instanceof Error)) return undefined
  const { status, type } = { status: Reflect.get(error, 'status'), type: Reflect.get(error, 'type') }
  if (type === 'entity.too.large') return new BodyTooLarge()
  if (type === 'encoding.unsupported') return new UnsupportedBody()
  return status === 400 ? new BadRequest([{ field: 'body', says: 'cannot be read' }]) : undefined
}
