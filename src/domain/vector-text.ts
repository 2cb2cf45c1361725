/** A vector as events hold it: float32, little-endian, base64. */
export const vectorText = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
