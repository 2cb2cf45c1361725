import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/integrity/canonical-json.js'
import { checkpointDigest, isSigned, signerOf } from '../../src/integrity/checkpoint.js'
import { emptyStream, eventDigest, extended, hex, leafOf } from '../../src/integrity/digests.js'
import { growTree, leafHash } from '../../src/integrity/merkle-tree.js'

const event = {
  id: '00000000-0000-4000-8000-000000000001',
  type: 'StoreOpened',
  revision: 0n,
  metadata: { schema: 1, append: { index: 0, count: 1 }, at: '2026-01-02T03:04:05.678Z' },
  data: { logId: '00000000-0000-4000-8000-000000000009', embeddingModel: 'static-en', dimensions: 256 },
}

describe('canonical JSON', () => {
  test('is that of RFC 8785, section 3.2.3 and appendix B', () => {
    const value = { '€': 'Euro', '\r': 'CR', '1': 'One', '10': 'Ten', '\u0080': 'Control', '😂': 'Smiley', ö: 'o' }
    expect(canonicalJson(value)).toBe(
      '{"\\r":"CR","1":"One","10":"Ten","\u0080":"Control","ö":"o","€":"Euro","😂":"Smiley"}',
    )
    expect(canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    )
    expect(canonicalJson({ b: [null, true, { d: '\u000f', c: '"' }], a: {} })).toBe(
      '{"a":{},"b":[null,true,{"c":"\\"","d":"\\u000f"}]}',
    )
  })
  test('says the same of every value that JSON says the same of, and reads as it', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const written = canonicalJson(JSON.parse(JSON.stringify(value)))
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    ))
  test('tells a number that no double holds from null', () =>
    expect(canonicalJson(JSON.parse('{"n":1e400}'))).toBe('{"n":Infinity}'))
})

/** As docs/integrity.md has it, step by step, without a line of the code under test. */
const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

describe('digests', () => {
  const form =
    '{"data":{"dimensions":256,"embeddingModel":"static-en","logId":"00000000-0000-4000-8000-000000000009"},' +
    '"id":"00000000-0000-4000-8000-000000000001","metadata":{"append":{"count":1,"index":0},"at":"2026-01-02T03:04:05.678Z",' +
    '"schema":1},"revision":"0","type":"StoreOpened"}'
  test('of an event are those of its canonical form', () => {
    expect(hex(eventDigest(event))).toBe(sha256('palimpsest:event:1\n', form).toString('hex'))
    expect(hex(eventDigest(event))).toBe('16d9e1e7e7b7cb60f708ddaf68281e5369916c316ec8a7d1e678304191843b99')
  })
  test('of a stream chain those of its events', () => {
    const empty = sha256('palimpsest:stream:1\n', 'test-store')
    const one = sha256('palimpsest:link:1\n', empty, sha256('palimpsest:event:1\n', form))
    expect(hex(extended(emptyStream('test-store'), event))).toBe(one.toString('hex'))
    expect(hex(extended(emptyStream('test-store'), event))).toBe(
      'c1142c8b16252a51bf2d2f5317cd234ad22a53294f18eed4dcee0fc88944e541',
    )
  })
  test('of data that is no JSON are those of its bytes', () =>
    expect(eventDigest({ ...event, data: Buffer.from('{') })).not.toEqual(eventDigest({ ...event, data: {} })))
})

/** The definition of RFC 6962, section 2.1. */
const rfc6962 = (leaves: readonly string[]): Buffer => {
  const [only = ''] = leaves
  if (leaves.length === 1) return sha256(Buffer.of(0), only)
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha256(Buffer.of(1), rfc6962(leaves.slice(0, k)), rfc6962(leaves.slice(k)))
}

describe('the tree', () => {
  const treeOf = (leaves: readonly string[]) => {
    const growing = growTree()
    for (const leaf of leaves) growing.add(leafHash(leaf))
    return growing.tree()
  }
  const named = (n: number) => Array.from({ length: n }, (_, i) => `leaf ${i}`)

  test.each([1, 2, 3, 4, 5, 7, 8, 100, 255, 256, 257, 300, 511, 512, 513, 700, 1025, 3001])(
    'of %i leaves is that of RFC 6962, and has nodes for each power of two of them',
    (n) => {
      const { root, leaves, nodes, leavesPerNode } = treeOf(named(n))
      expect(hex(root)).toBe(rfc6962(named(n)).toString('hex'))
      expect(leaves).toBe(n)
      expect(nodes.length).toBe(Math.ceil(n / leavesPerNode))
      expect(nodes.length).toBeLessThanOrEqual(256)
      if (leavesPerNode > 1) expect(Math.ceil((2 * n) / leavesPerNode)).toBeGreaterThan(256)
      const third = named(n).slice(leavesPerNode, 2 * leavesPerNode)
      if (third.length > 0) expect(hex(nodes[1] ?? root)).toBe(rfc6962(third).toString('hex'))
    },
  )
  test('has a head as a leaf of three lines', () =>
    expect(leafOf({ stream: 'test-store', revision: 12n, digest: Buffer.alloc(32, 1) })).toBe(
      `test-store\n12\n${'01'.repeat(32)}`,
    ))
})

describe('a checkpoint', () => {
  const body = {
    ...{ logId: '00000000-0000-4000-8000-000000000009', number: 1, position: '2', events: 2, streams: 1 },
    ...{ root: 'ab'.repeat(32), previous: null },
  }
  const sign = signerOf(Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'))

  test('names the public key of its seed, as in RFC 8032, section 7.1', () =>
    expect(sign(body).key).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'))
  test('is signed the same each time', () => {
    expect(sign(body)).toEqual(sign(body))
    expect(sign(body).signature).toBe(
      '918d4db20777d6e83151b108793e1a30eb852abb964224340a936d84b08f93b999688eb502b5bfc4cb9d147e02a72faad26f158430e9d7d17c64ee11952e6801',
    )
    expect(checkpointDigest(sign(body))).toBe('1e8949f2c86693d1771f85eb7a58d734b1e13f88265349ce89532797ec0e8a63')
  })
  test('is signed as a whole', () => {
    const whole = sign(body)
    expect(isSigned(whole)).toBe(true)
    const changes = [{ number: 2 }, { position: '3' }, { events: 3 }, { streams: 2 }, { root: 'cd'.repeat(32) }]
    for (const change of [...changes, { previous: 'cd'.repeat(32) }, { key: 'cd'.repeat(32) }, { logId: body.root }])
      expect(isSigned({ ...whole, ...change })).toBe(false)
  })
})
