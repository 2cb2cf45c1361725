/**
 * A column of vectors, sent as one binary `vector[]` parameter. The text of the pgvector package takes longer: to insert
 * 1000 vectors of 256 dimensions, 370 instead of 80 ms on a server and 1720 instead of 83 ms embedded (median of 15).
 */
export class Vectors {
  readonly rows: readonly (Float32Array | null)[]
  constructor(rows: readonly (Float32Array | null)[]) {
    this.rows = rows
  }
}

const headerBytes = 4

/** pgvector's binary form: int16 dimensions, int16 unused, big-endian float4s. Embedded, text costs 0.7 ms more. */
export const vectorBytes = (floats: Float32Array): Uint8Array => {
  const bytes = new Uint8Array(headerBytes + 4 * floats.length)
  writeVector(new DataView(bytes.buffer), 0, floats)
  return bytes
}

/**
 * The binary form of a one-dimensional `vector[]` (array_send): int32 number of dimensions, int32 has nulls, element
 * type, then length and lower bound; each element is preceded by its length in bytes, -1 for null.
 */
export const vectorArrayBytes = ({ rows }: Vectors, vectorOid: number): Uint8Array => {
  const size = rows.reduce((sum, row) => sum + 4 + (row === null ? 0 : headerBytes + 4 * row.length), 20)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  const header = [1, rows.includes(null) ? 1 : 0, vectorOid, rows.length, 1]
  header.forEach((value, i) => {
    view.setInt32(4 * i, value)
  })
  let at = 20
  for (const row of rows) {
    view.setInt32(at, row === null ? -1 : headerBytes + 4 * row.length)
    at = row === null ? at + 4 : writeVector(view, at + 4, row)
  }
  return bytes
}

const writeVector = (view: DataView, start: number, floats: Float32Array): number => {
  view.setUint16(start, floats.length)
  let at = start + headerBytes
  for (const float of floats) {
    view.setFloat32(at, float)
    at += 4
  }
  return at
}
