import { type Finder, spansOf } from './span.js'

const BEGIN = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g
/** Of a block that is broken off: lines of one word, long words, and the headers of a block. */
const BODY =
  /(?:(?:\\[rnt]|[\s>]){1,12}(?:[A-Za-z0-9+/=]{30,}|[A-Za-z0-9+/=]+(?=[ \t]{0,8}(?:\\[rn]|[\r\n]|["']|$))|(?:Proc-Type|DEK-Info|Version|Comment|Hash): [^\n\\]{0,200}))*/y

/** From where a block begins to its end, or, where another begins before that, as far as there is key. */
const keyBlocks: Finder = (text) => {
  const begins = [...text.matchAll(BEGIN)]
  const ends = [...text.matchAll(END)].map((match) => match.index + match[0].length)
  let next = 0
  return begins.map(({ 0: head, index }, i) => {
    while ((ends[next] ?? text.length) <= index) next += 1
    BODY.lastIndex = index + head.length
    const end = ends[next]
    const whole = end !== undefined && end <= (begins[i + 1]?.index ?? text.length)
    return {
      start: index,
      end: whole ? end : BODY.lastIndex + (BODY.exec(text)?.[0].length ?? 0),
      kind: 'private key',
    }
  })
}

const PUTTY = /PuTTY-User-Key-File-\d: [^\n]{1,100}\n(?:[^\n]{0,200}\n){0,400}?Private-MAC: [0-9a-f]{8,64}/g
const WEB_TOKEN = /(?<![\w-])eyJ[\w-]{8,4000}(?:\.[\w-]{0,8000}){2}(?:(?:\.[\w-]{1,8000}){2})?(?<=[\w-])/g
const SEED =
  /\b(?:seed|recovery|mnemonic|secret recovery)(?: phrase| words)?(?: (?:is|are))?:? {1,3}["“]?(?<secret>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})\b/gi

/** Private keys in any of their forms, web tokens, and the words that a wallet is restored from. */
export const keys: Finder = (text) => [
  ...keyBlocks(text),
  ...(text.includes('PuTTY-User-Key-File') && text.includes('Private-MAC: ')
    ? spansOf(text, { kind: 'private key', pattern: PUTTY })
    : []),
  ...(text.includes('eyJ') ? spansOf(text, { kind: 'JSON web token', pattern: WEB_TOKEN }) : []),
  ...spansOf(text, { kind: 'recovery phrase', pattern: SEED }),
]

export const KEY_KINDS: readonly string[] = ['private key', 'JSON web token', 'recovery phrase']
