import { isFilled, looksGenerated } from './plausible.js'
import type { Sought } from './span.js'

/** Addresses with a password or a token in them. */
export const ADDRESSES: readonly Sought[] = [
  {
    kind: 'password',
    pattern:
      /(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{0,100}:(?<secret>[^\s/"'<>]{1,200})@(?=[\w.[-])/gi,
    isSecret: isFilled,
  },
  {
    kind: 'token',
    pattern: /(?<![A-Za-z0-9])https?:\/\/(?<secret>[\w-]{20,200})@(?=[\w.[-])/gi,
    isSecret: looksGenerated,
  },
  {
    kind: 'password',
    pattern: /[?&#;](?:password|passwd|pwd|pass|passphrase|pin)=(?<secret>[^&#;\s"'<>)\]]{2,1000})/gi,
    isSecret: isFilled,
  },
  {
    kind: 'token',
    pattern:
      /[?&#;](?:[a-z]{1,20}[_-]){0,3}(?:token|api_?-?key|secret|jwt|sig|signature|credential|assertion|ticket)=(?<secret>[^&#;\s"'<>)\]]{4,4000})/gi,
    isSecret: isFilled,
  },
  {
    kind: 'token',
    pattern:
      /[?&#;](?:key|code|auth|sid|hash|session|session_?id|jsessionid|phpsessid|access_?key|app_?key|subscription-key)=(?<secret>[^&#;\s"'<>)\]]{8,4000})/gi,
    isSecret: (secret) => looksGenerated(secret) && isFilled(secret),
  },
]
