import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { type Finder, type Span, spansOf } from './span.js'
import { VENDOR_FORMATS } from './vendor-formats.js'

/**
 * The rules of secretlint that find one token as a whole, and what we call it. Its rules of files, of comments that
 * switch it off, of whole addresses and of key blocks are left out: those are not about a text, or we keep more of it.
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

/** What a rule is given of a file: of a text only the content matters. */
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

/** A rule reports ranges while it is called: secretlint's own runner, which is asynchronous, adds nothing to that. */
const bySecretlint: Finder = (text) => {
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

/** Secrets that show by themselves whose they are. */
export const knownFormats: Finder = (text) => [...byVendor(text), ...bySecretlint(text)]

export const KNOWN_KINDS: readonly string[] = [...VENDOR_FORMATS.map(({ kind }) => kind), ...Object.values(KINDS)]
