import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { allOf, type Finder, type Span, spansOf } from './span.js'
import { VENDOR_FORMATS } from './vendor-formats.js'

const BEGIN = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g
/** Body of a truncated block: lines of one word, long words, and the block's headers. */
const BODY =
  /(?:(?:\\[rnt]|[\s>]){1,12}(?:[A-Za-z0-9+/=]{30,}|[A-Za-z0-9+/=]+(?=[ \t]{0,8}(?:\\[rn]|[\r\n]|["']|$))|(?:Proc-Type|DEK-Info|Version|Comment|Hash): [^\n\\]{0,200}))*/y

/**
 * Key blocks from begin to end. A block without an end, or with another begin before it, ends where its key data ends.
 */
const keyBlocks: Finder = (text) => {
  const begins = allOf(BEGIN, text)
  const ends = allOf(END, text).map((match) => match.index + match[0].length)
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

/** Private keys in all forms, web tokens, and wallet recovery phrases. */
export const keys: Finder = (text) => [
  ...keyBlocks(text),
  ...(text.includes('PuTTY-User-Key-File') && text.includes('Private-MAC: ')
    ? spansOf(text, { kind: 'private key', pattern: PUTTY })
    : []),
  ...(text.includes('eyJ') ? spansOf(text, { kind: 'JSON web token', pattern: WEB_TOKEN }) : []),
  ...spansOf(text, { kind: 'recovery phrase', pattern: SEED }),
]

export const KEY_KINDS: readonly string[] = ['private key', 'JSON web token', 'recovery phrase']

/**
 * The rules of secretlint that find a single token, and our name for each kind. Rules for files, for disabling
 * comments, for whole URLs and for key blocks are omitted: they do not apply to a text, or we keep more of it.
 */
const KINDS: Readonly<Record<string, string>> = {
  slack: 'Slack token',
  sendgrid: 'SendGrid API key',
  shopify: 'Shopify token',
  github: 'GitHub token',
  gitlab: 'GitLab token',
  grafana: 'Grafana token',
  openai: 'OpenAI API key',
  anthropic: 'Anthropic API key',
  groq: 'Groq API key',
  huggingface: 'Hugging Face token',
  linear: 'Linear key',
  notion: 'Notion token',
  '1password': '1Password token',
  'hashicorp-vault': 'HashiCorp Vault token',
  vercel: 'Vercel token',
  databricks: 'Databricks token',
  docker: 'Docker token',
  figma: 'Figma token',
}
const PREFIX = '@secretlint/secretlint-rule-'
const NOWHERE = { line: 1, column: 0 }

const wanted = rules.flatMap((rule) => {
  const kind = KINDS[rule.meta.id.slice(PREFIX.length)]
  return kind === undefined ? [] : [{ rule, kind }]
})

/** The file that a rule expects: only the content matters. */
const sourceOf = (content: string) => ({
  content,
  hasBOM: false,
  filePath: undefined,
  physicalFilePath: undefined,
  contentType: 'text' as const,
  ext: '',
  getFilePath: () => undefined,
  getPhysicalFilePath: () => undefined,
  locationToRange: () => [0, 0] as const,
  rangeToLocation: () => ({ start: NOWHERE, end: NOWHERE }),
  positionToIndex: () => 0,
  indexToPosition: () => NOWHERE,
})

/** Every format of these rules has one of these: a long run of letters and digits, an address, or the beginning of a short token. */
const HINT = /[\w+/=-]{20}|\/\/|xox|xapp|SG\./

/** Runs the rules directly: they report ranges synchronously, so secretlint's own asynchronous runner is not needed. */
const bySecretlint: Finder = (text) => {
  if (!HINT.test(text)) return []
  const spans: Span[] = []
  const source = sourceOf(text)
  for (const { rule, kind } of wanted) {
    const context = {
      sharedOptions: {},
      createTranslator: () => () => ({ message: '', messageId: '', data: undefined }),
      ignore: () => {},
      report: ({ range: [start, end] }: { readonly range: readonly [number, number] }) => {
        spans.push({ start, end, kind })
      },
    }
    rule.create(context, {}).file?.(source)
  }
  return spans
}

const byVendor: Finder = (text) =>
  VENDOR_FORMATS.filter(({ begins }) => begins.some((word) => text.includes(word))).flatMap((format) =>
    spansOf(text, format),
  )

/** Secrets recognised by their own format. */
export const knownFormats: Finder = (text) => [...byVendor(text), ...bySecretlint(text)]

export const KNOWN_KINDS: readonly string[] = [...VENDOR_FORMATS.map(({ kind }) => kind), ...Object.values(KINDS)]
