import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { byLength, type Fault, type Frame, filled } from './draft.js'

const MIB = 1024 * 1024

const chunks = (payload: Buffer, size = 7): Buffer => {
  const pieces: Buffer[] = []
  const step = Math.max(size, Math.ceil(payload.length / 100))
  for (let at = 0; at < payload.length; at += step) {
    const piece = payload.subarray(at, at + step)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}
const chunked =
  (more: readonly (readonly [string, string])[] = []): Frame =>
  (payload) => ({
    headers: [['Transfer-Encoding', 'chunked'], ...more],
    bytes: chunks(payload),
  })
const encoded =
  (name: string, press: (payload: Buffer) => Buffer): Frame =>
  (payload) => {
    const { headers, bytes } = byLength(press(payload))
    return { headers: [...headers, ['Content-Encoding', name]], bytes }
  }
const announced =
  (length: (size: number) => string, cut = true): Frame =>
  (payload) => ({
    headers: [['Content-Length', length(payload.length)]],
    bytes: payload,
    cut,
  })
const bomb = gzipSync(Buffer.alloc(64 * MIB, ' '))

const frames: readonly (readonly [kind: string, refused: readonly number[], frame: Frame])[] = [
  ['chunked', [], chunked()],
  ['gzip', [], encoded('gzip', (payload) => gzipSync(payload))],
  ['deflate', [], encoded('deflate', (payload) => deflateSync(payload))],
  ['brotli', [], encoded('br', (payload) => brotliCompressSync(payload))],
  ['4 MiB', [413], (payload) => byLength(filled(`${payload}`, 4 * MIB))],
  ['4 MiB in chunks', [413], (payload) => chunked()(filled(`${payload}`, 4 * MIB))],
  ['4 MiB in gzip', [413], (payload) => encoded('gzip', (text) => gzipSync(text))(filled(`${payload}`, 4 * MIB))],
  ['bomb in gzip', [413], encoded('gzip', () => bomb)],
  ['bomb in chunks of gzip', [413], () => chunked([['Content-Encoding', 'gzip']])(bomb)],
  ['says gzip and is not', [400], encoded('gzip', (payload) => payload)],
  ['half of a gzip', [400], encoded('gzip', (payload) => gzipSync(payload).subarray(0, -10))],
  ['unknown encoding', [415], encoded('rot13', (payload) => payload)],
  ['two encodings', [415], encoded('gzip, gzip', (payload) => gzipSync(gzipSync(payload)))],
  ['says more than it sends', [400], announced((size) => `${size + 20}`)],
  ['says 4 MiB and sends little', [400, 413], announced(() => `${4 * MIB}`)],
  ['says less than it sends', [400], announced((size) => `${Math.max(1, size - 5)}`)],
  ['length no number', [400], announced(() => 'seven')],
  ['length negative', [400], announced(() => '-1')],
  ['length without end', [400, 413], announced(() => '9'.repeat(30))],
  [
    'length and chunks',
    [400],
    (payload) => ({
      headers: [
        ['Content-Length', `${payload.length}`],
        ['Transfer-Encoding', 'chunked'],
      ],
      bytes: chunks(payload),
      cut: true,
    }),
  ],
  [
    'two lengths',
    [400],
    (payload) => ({
      headers: [
        ['Content-Length', `${payload.length}`],
        ['Content-Length', '3'],
      ],
      bytes: payload,
      cut: true,
    }),
  ],
  [
    'chunk sizes wrong',
    [400],
    (payload) => ({
      headers: [['Transfer-Encoding', 'chunked']],
      bytes: Buffer.from(`zz\r\n${payload}\r\n0\r\n\r\n`),
      cut: true,
    }),
  ],
  [
    'chunks that never end',
    [400],
    (payload) => ({
      headers: [['Transfer-Encoding', 'chunked']],
      bytes: Buffer.from(`${payload.length.toString(16)}\r\n${payload}\r\n`),
      cut: true,
    }),
  ],
  [
    'unknown transfer encoding',
    [400, 415, 501],
    (payload) => ({ headers: [['Transfer-Encoding', 'gzip']], bytes: payload, cut: true }),
  ],
  [
    'and then nonsense',
    [],
    (payload) => ({ ...byLength(payload), bytes: Buffer.concat([payload, Buffer.from('NONSENSE\r\n\r\n')]) }),
  ],
  ['no length at all', [400], (payload) => ({ headers: [], bytes: payload, cut: true })],
]

/** How a body is announced, cut into pieces and compressed: wrong, or odd. */
export const frameFaults: readonly Fault[] = frames.map(([kind, refused, frame]) => ({
  kind: `frame: ${kind}`,
  place: 'frame',
  refused,
  spoil: (draft) => ({ ...draft, frame }),
}))
