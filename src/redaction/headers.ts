import { isFilled, isNoValue } from './plausible.js'
import type { Sought } from './span.js'

const isToken = (secret: string): boolean => isFilled(secret) && (/\d/.test(secret) || /[A-Z]/.test(secret.slice(1)))
/** The scheme says what it is: a name and a password, joined by a colon, in base64. */
const isBasic = (secret: string): boolean =>
  /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(secret, 'base64').toString())

/** Headers of requests and answers, with or without a program around them. */
export const HEADERS: readonly Sought[] = [
  {
    kind: 'basic credentials',
    pattern: /\bBasic[ \t]{1,3}(?<secret>[A-Za-z0-9+/_-]{6,4000}={0,2})/gi,
    isSecret: isBasic,
  },
  {
    kind: 'bearer token',
    pattern: /\bBearer[ \t]{1,3}(?<secret>[A-Za-z0-9][\w.~+/-]{11,4000}={0,2})/gi,
    isSecret: (secret) => isToken(secret) && !isNoValue({ text: secret, quoted: false }),
  },
  {
    kind: 'authorization',
    pattern:
      /authorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?:(?:Token|Digest|ApiKey|Bot|Key|Negotiate|GenieKey|SSWS)[ \t]{1,3})?(?:token=)?["']?(?<secret>[\w.~+/=-]{12,4000})/gi,
    isSecret: isToken,
  },
  {
    kind: 'header secret',
    pattern:
      /(?<![\w-])x-(?:[a-z]{1,20}-){0,3}(?:key|token|secret|password|signature)["']?[ \t]{0,3}:[ \t]{0,3}["']?(?<secret>[^\s"',;]{4,4000})/gi,
    isSecret: (secret) => isFilled(secret) && !isNoValue({ text: secret, quoted: false }),
  },
  {
    kind: 'cookie',
    pattern:
      /cookie["']?[ \t]{0,2}:[ \t]{0,2}["']?(?<secret>[^\s"';=<]{1,100}=[^\s"';]{2,4000}(?:;[ \t]?[^\s"';=]{1,100}(?:=[^\s"';]{0,4000})?){0,60})/gi,
    isSecret: (secret) => !/^\w+=(?:<|\$|\{|\*)/.test(secret),
  },
]
