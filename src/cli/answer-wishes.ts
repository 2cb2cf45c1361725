import { z } from 'zod'
import type { Control } from '../postgres/lock-socket.js'

const Wish = z.object({ ask: z.string() })

/** Hands what other processes ask of a server to whoever answers such a wish; all else goes to `otherwise`. */
export const answerWishes =
  (controls: Readonly<Record<string, Control>>, otherwise: Control): Control =>
  (request, tell, gone) =>
    (controls[wishIn(request)] ?? otherwise)(request, tell, gone)

const wishIn = (request: string): string => {
  try {
    return Wish.parse(JSON.parse(request)).ask
  } catch {
    return ''
  }
}
