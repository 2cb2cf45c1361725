import { randomFillSync } from 'node:crypto'

/** Calls of the operating system's generator cost more than the bytes: one fills many keys and nonces. */
const pool = Buffer.alloc(8192)
let used = pool.length

/** So many random bytes for a key or a nonce, which nobody is given again. At most 8192. */
export const randomBytesOf = (count: number): Buffer => {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.allocUnsafe(count)
  pool.copy(bytes, 0, used, used + count)
  pool.fill(0, used, used + count)
  used += count
  return bytes
}
