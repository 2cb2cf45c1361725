import { ADDRESSES } from './addresses.js'
import { COMMANDS } from './command-lines.js'
import { HEADERS } from './headers.js'
import { isFilled } from './plausible.js'
import { type Finder, type Sought, spansOf } from './span.js'

/** Elements of markup that hold nothing else. */
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

/** Secrets that stand where a protocol, a program or an address has a place for them. */
export const connections: Finder = (text) => [
  ...headers(text),
  ...commands(text),
  ...(/[?&#;]|:\/\//.test(text) ? addresses(text) : []),
  ...(text.includes('</') ? elements(text) : []),
]

export const CONNECTION_KINDS: readonly string[] = [
  ...new Set([...HEADERS, ...COMMANDS, ...ADDRESSES, ...ELEMENTS].map(({ kind }) => kind)),
]
