import type { SaidTurn } from '../../domain/episode.js'

/** What a sealed part is, in the order of the numbers that stand in the log. */
export const FORMS = ['words', 'turns', 'text', 'fields', 'name', 'vector', 'names'] as const
export type Form = (typeof FORMS)[number]

/** What stands in the place of a part whose key is destroyed; of turns, in that of one of them. */
export const erasedForm = (form: Form): unknown => {
  switch (form) {
    case 'words':
    case 'vector':
      return { erased: true }
    case 'turns':
      return { role: null, name: null, content: '' } satisfies SaidTurn
    case 'text':
      return ''
    case 'fields':
      return {}
    case 'name':
    case 'names':
      return null
  }
}

/** JSON, of a turn without the names of its fields. A vector is base64 already: as bytes it takes no more room than before. */
export const plainOf = (value: unknown, form: Form): string | Uint8Array => {
  const vector: unknown = form === 'vector' ? Reflect.get(Object(value), 'vector') : null
  if (typeof vector === 'string') return Buffer.from(vector, 'base64')
  if (form !== 'turns') return JSON.stringify(value)
  const { role, name, content, key = null, replaces = null, at = null } = value as SaidTurn // what the form says
  const rare = [key, replaces, at]
  return JSON.stringify([role, name, content, ...rare.slice(0, rare.findLastIndex((each) => each !== null) + 1)])
}

const NO_VECTOR = Buffer.from(JSON.stringify({ vector: null }))

export const valueIn = (bytes: Buffer, form: Form): unknown => {
  if (form === 'vector') return { vector: bytes.equals(NO_VECTOR) ? null : bytes.toString('base64') }
  const value: unknown = JSON.parse(bytes.toString())
  if (form !== 'turns') return value
  const [role, name, content, key = null, replaces = null, at = null] = value as unknown[] // as it was written
  const rare = { key, replaces, at }
  return { role, name, content, ...Object.fromEntries(Object.entries(rare).filter(([, each]) => each !== null)) }
}
