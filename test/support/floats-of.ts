const headerBytes = 4

/**
 * Reads the result of `vector_send(column)`.
 * @throws RangeError if the bytes are no vector
 */
export const floatsOf = (bytes: Uint8Array): Float32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const dimensions = bytes.byteLength < headerBytes ? -1 : view.getUint16(0)
  if (bytes.byteLength !== headerBytes + 4 * dimensions) throw new RangeError(`not a vector: ${bytes.byteLength} bytes`)
  const floats = new Float32Array(dimensions)
  for (let i = 0; i < dimensions; i++) floats[i] = view.getFloat32(headerBytes + 4 * i)
  return floats
}
