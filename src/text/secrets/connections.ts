import { isFilled, isLikelyGenerated, isNoValue } from './plausible.js'
import { type Finder, type Sought, spansOf } from './span.js'

/** URLs that contain a password or a token. */
const ADDRESSES: readonly Sought[] = [
  {
    kind: 'password',
    pattern:
      /(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{0,100}:(?<secret>[^\s/"'<>]{1,200})@(?=[\w.[-])/gi,
    isSecret: isFilled,
  },
  {
    kind: 'token',
    pattern: /(?<![A-Za-z0-9])https?:\/\/(?<secret>[\w-]{20,200})@(?=[\w.[-])/gi,
    isSecret: isLikelyGenerated,
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
    isSecret: (secret) => isLikelyGenerated(secret) && isFilled(secret),
  },
]

/** A command-line option, on its line or continued by a backslash. */
const option = (programs: string, options: string, value: string): RegExp =>
  new RegExp(String.raw`\b(?:${programs})\b(?:[^\n\\|]|\\[\s\S]){0,120}?[ \t](?:${options})${value}`, 'g')

/** Options of command-line programs. */
const COMMANDS: readonly Sought[] = [
  {
    kind: 'password',
    pattern: option(
      'curl|wget|https?|xh|httpie',
      '-u|--user|--proxy-user|-U|-a|--auth',
      String.raw`[ =]{0,2}(?:"[^\s:"]{1,100}:(?<double>[^"\n]{1,200})|'[^\s:']{1,100}:(?<single>[^'\n]{1,200})|[^\s:"'/-][^\s:"'/]{0,100}:(?<secret>[^\s"'/][^\s"']{0,200}))`,
    ),
    isSecret: isFilled,
  },
  {
    kind: 'cookie',
    pattern: option(
      'curl|wget',
      '-b|--cookie',
      String.raw`[ =]{0,2}["']?(?<secret>[^\s"'=;]{1,100}=[^"'\n]{2,2000}?(?=["'\n]|$))`,
    ),
    isSecret: isFilled,
  },
  {
    kind: 'password',
    pattern: option(
      'mysql|mysqldump|mysqladmin|mariadb|sshpass|7z',
      '-p',
      String.raw`["']?(?<secret>[^\s"'-][^\s"']{2,200})`,
    ),
    isSecret: isFilled,
  },
  {
    kind: 'password',
    pattern: option(
      String.raw`sshpass|docker[ \t]+login|podman[ \t]+login|redis-cli|ldapsearch|az[ \t]+login|helm`,
      '-p|-a|-w|-pass',
      String.raw`[ \t]{1,3}["']?(?<secret>[^\s"'-][^\s"']{2,200})`,
    ),
    isSecret: isFilled,
  },
  { kind: 'password', pattern: /[ \t]-pass(?:in|out)?[ \t]+pass:(?<secret>[^\s"']{2,200})/g, isSecret: isFilled },
  {
    kind: 'password',
    pattern: /(?<![\w.-])[\w.-]{1,100}:(?:5432|6432):[\w*-]{1,63}:[\w.-]{1,63}:(?<secret>[^\s"']{3,200})/g,
    isSecret: isFilled,
  },
]

const isToken = (secret: string): boolean => isFilled(secret) && (/\d/.test(secret) || /[A-Z]/.test(secret.slice(1)))
/** A name and a password, joined by a colon, in base64. The scheme says that it is a credential. */
const isBasic = (secret: string): boolean =>
  /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(secret, 'base64').toString())

/** Headers of requests and responses, with or without a surrounding program. */
const HEADERS: readonly Sought[] = [
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

/** Markup elements whose content is a secret. */
const ELEMENTS: readonly Sought[] = [
  {
    kind: 'password',
    pattern: /<(?:\w{1,30}[:.-])?(?:password|passwd|pwd|passphrase|pass)>(?<secret>[^<>\s][^<>\n]{1,200})(?=<\/)/gi,
    isSecret: isFilled,
  },
  {
    kind: 'token',
    pattern: /<(?:\w{1,30}[:.-])?(?:secret|token|api-?key|access-?token)>(?<secret>[^<>\s]{6,2000})(?=<\/)/gi,
    isSecret: isFilled,
  },
]

const find =
  (all: readonly Sought[]): Finder =>
  (text) =>
    all.flatMap((sought) => spansOf(text, sought))
const headers = find(HEADERS)
const commands = find(COMMANDS)
const addresses = find(ADDRESSES)
const elements = find(ELEMENTS)

/** Secrets in the places that protocols, programs and URLs define for them. */
export const connections: Finder = (text) => [
  ...headers(text),
  ...commands(text),
  ...(/[?&#;]|:\/\//.test(text) ? addresses(text) : []),
  ...(text.includes('</') ? elements(text) : []),
]

export const CONNECTION_KINDS: readonly string[] = [
  ...new Set([...HEADERS, ...COMMANDS, ...ADDRESSES, ...ELEMENTS].map(({ kind }) => kind)),
]
