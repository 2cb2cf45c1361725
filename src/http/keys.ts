import { createHash, timingSafeEqual } from 'node:crypto'
import { Unauthorized } from './client-errors.js'

export type KeyClass = 'standard' | 'admin'
export type Keys = { readonly standard: string; readonly admin: string | undefined }

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** The class of the key in `Authorization`. Compares every known key, in constant time. Throws Unauthorized. */
export const createKeyCheck = ({ standard, admin }: Keys): ((header?: string) => KeyClass) => {
  const known = (['admin', 'standard'] as const).flatMap((key) => {
    const secret = { admin, standard }[key]
    return secret === undefined ? [] : [{ key, hash: digest(Buffer.from(secret)) }]
  })
  return (header) => {
    const token = /^bearer +(\S+)$/i.exec(header ?? '')?.[1]
    if (token === undefined) throw new Unauthorized('Send the header Authorization: Bearer <API_KEY>')
    const hash = digest(Buffer.from(token, 'latin1')) // Node reads the bytes of a header as latin1
    const [match] = known.filter((candidate) => timingSafeEqual(candidate.hash, hash))
    if (!match) throw new Unauthorized('The API key is not valid')
    return match.key
  }
}
