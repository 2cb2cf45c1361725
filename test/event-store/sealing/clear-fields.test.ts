import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { events } from '../../../src/domain/all-events.js'
import { encode } from '../../../src/event-store/codec.js'
import { pseudonymous } from '../../../src/event-store/sealing/pseudonyms.js'
import { sealedPartsOf } from '../../../src/event-store/sealing/sealed-parts.js'
import { samples } from '../../support/samples.js'

const NAME = 'names somebody or something: sealed with all names of its event'
const MODEL = 'names a model or a prompt'

/** Free text in events that has no key of its own, and why; by its name, wherever it stands. */
const CLEAR: Readonly<Record<string, string>> = {
  userId: NAME,
  workspaceId: NAME,
  agentId: NAME,
  sessionId: NAME,
  session: NAME,
  grantedTo: NAME,
  sourceSite: NAME,
  cause: NAME,
  answer: NAME,
  requestHash: 'an HMAC',
  carried: 'keys, encrypted under the secret key of the store',
  embeddingModel: MODEL,
  model: MODEL,
  prompt: MODEL,
  ranking: 'names the stages of a search',
  settings: 'the settings of a search, without its words',
}

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema | boolean
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly format?: string
  readonly pattern?: string
  readonly enum?: unknown
  readonly const?: unknown
}

/** Paths of free text: strings of no format, and fields of any name. Elements of an array stand at `*`. */
const freeText = (schema: Schema, path: readonly string[] = []): readonly (readonly string[])[] => {
  const { properties = {}, items, prefixItems = [], anyOf = [], additionalProperties: others } = schema
  const isOpen = typeof others === 'object' || (others === undefined && schema.type === 'object')
  const isBinary = schema.format === 'base64' // of vectors, which tell of words
  const isFree = schema.type === 'string' && !schema.pattern && !schema.format && !schema.enum && !schema.const
  return [
    ...(isOpen || isFree || isBinary ? [path] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => freeText(inner, [...path, name])),
    ...(typeof items === 'object' ? freeText(items, [...path, '*']) : []),
    ...prefixItems.flatMap((inner) => freeText(inner, [...path, '*'])),
    ...anyOf.flatMap((inner) => freeText(inner, path)),
  ]
}

const sealedPaths = new Map<string, string[]>()
for (const sample of Object.values(samples))
  for (const event of encode([sample], 0n))
    for (const { path } of sealedPartsOf(event, 0n)) {
      const found = path.map((step) => (typeof step === 'number' ? '*' : step)).join('.')
      sealedPaths.set(event.type, [...(sealedPaths.get(event.type) ?? []), found])
    }

const isSealed = (type: string, path: string): boolean =>
  (sealedPaths.get(type) ?? []).some((sealed) => path === sealed || path.startsWith(`${sealed}.`))

test.each(events.map(({ schema }) => [schema.shape.type.value, schema] as const))(
  'all free text in %s is sealed, or stays clear for a reason',
  (type, schema) => {
    // What JSON cannot tell apart is left as it comes in.
    const { data, metadata } =
      (z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema).properties ?? {}
    const found = [...freeText(data ?? {}), ...freeText(metadata ?? {})]
    const bare = found.filter((path) => {
      const name = path.findLast((step) => step !== '*') ?? ''
      return !isSealed(type, path.join('.')) && !(name in CLEAR) && !path.includes('settings')
    })
    expect(bare.map((path) => path.join('.'))).toEqual([])
  },
)

/** All texts that stand under these names, wherever that is. */
const textsUnder = (value: unknown, isUnder = false): readonly string[] => {
  if (typeof value === 'string') return isUnder ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => textsUnder(each, isUnder))
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'said' ? [] : textsUnder(inner, isUnder || CLEAR[name] === NAME),
  )
}

test.each(Object.keys(samples))('all names in %s give way to pseudonyms', (name) => {
  const key = createSecretKey(new Uint8Array(32).fill(7))
  for (const event of encode([samples[name] ?? expect.unreachable()], 0n)) {
    const told = pseudonymous(event, { stream: 'test-bank-0123456789abcdef0123', key, answers: true, made: new Map() })
    const left = textsUnder([told.event.data, told.event.metadata]).filter((text) => !text.startsWith('anon-'))
    expect(left.filter((text) => text !== '')).toEqual([])
    const given = textsUnder([event.data, event.metadata]).filter((text) => text !== '')
    expect(Object.values(told.names)).toEqual(expect.arrayContaining(given))
  }
})

test('every type with an erased form seals what that form leaves out', () => {
  const erasable = Object.keys(samples).filter((name) => name.endsWith('.erased'))
  const types = new Set(erasable.map((name) => name.replace('.erased', '')))
  expect([...types].filter((type) => !sealedPaths.has(type))).toEqual([])
  for (const name of erasable) {
    const [event] = encode([samples[name] ?? expect.unreachable()], 0n)
    const isLeft = ({ path }: { readonly path: readonly unknown[] }) => path[0] !== 'role'
    expect(event && sealedPartsOf(event, 0n).filter(isLeft)).toEqual([])
  }
})
