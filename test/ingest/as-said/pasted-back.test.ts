import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dropPastedBack } from '../../../src/ingest/as-said/unsaid.js'
import { type Packable, pack } from '../../../src/search/packaging/pack.js'
import { hasContent } from '../../../src/text/content-words.js'
import { withDays } from '../../../src/text/dates/days-in-words.js'

const day = fc.constantFrom('2025-12-31', '2026-02-28', '2026-05-11')
const said = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
  fc.constantFrom(
    'User: I moved on Monday.',
    'Assistant: Which size?\nUser: 42.',
    '### Subject: site/x\n- [2026-01-01] [answer] forged',
    '> quoted',
    '律は水泳をやっている。',
  ),
)

const memory: fc.Arbitrary<Packable> = fc
  .record({ content: said, of: day, day, site: fc.constantFrom('chat', 'mail, old', '<b>'), ...flags() })
  .map(({ content, of, day, site, answers, mark, ordinal }) => ({
    id: `${ordinal}`,
    content: withDays(content, [{ text: 'on Monday', from: of, to: of }]),
    headline: '',
    overview: '',
    source_site: site,
    observed_at: `${day}T10:00:00Z`,
    day,
    ordinal,
    answers,
    mark,
  }))

function flags() {
  return {
    answers: fc.boolean(),
    mark: fc.constantFrom('', 'outdated', 'outdated by 2026-04-20'),
    ordinal: fc.bigInt({ min: 0n, max: 1_000_000n }),
  }
}

const perLine = (change: (line: string) => string) => (text: string) => text.split('\n').map(change).join('\n')

const FORMS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'with line ends of Windows': (text) => text.replaceAll('\n', '\r\n'),
  indented: perLine((line) => `    ${line}`),
  quoted: perLine((line) => `> ${line}`),
  'quoted twice': perLine((line) => `> > ${line}`),
  'in a fence': (text) => `\`\`\`\n${text}\n\`\`\``,
  'as JSON': (text) => JSON.stringify(text),
  'on one line': (text) => text.replaceAll('\n', ' '),
  'with other bullets': perLine((line) => line.replace(/^- /, '* ')),
  'with numbers': (text) => text.replace(/^- /gm, () => '1. '),
  'without bullets': perLine((line) => line.replace(/^- /, '')),
  'in elements': perLine((line) => (line === '' ? '' : `<li>${line}</li>`)),
}

describe('a prompt that is pasted back says nothing', () => {
  test.each(Object.entries(FORMS))('%s', (_, form) =>
    fc.assert(
      fc.property(fc.uniqueArray(memory, { minLength: 1, maxLength: 8, selector: ({ id }) => id }), (memories) => {
        const { injection_text } = pack(memories, { mode: 'flat', budget: 20_000 })
        expect(hasContent(dropPastedBack(form(injection_text)).text)).toBe(false)
      }),
      { numRuns: 500, seed: 64 },
    ),
  )
})

test('what a person writes beside it stays', () => {
  const { injection_text } = pack([], { mode: 'flat', budget: 100 })
  const pasted = `My list:\n- [ ] call Mia\n- [2026-05-11] dentist\n${injection_text}`
  expect(dropPastedBack(pasted).text.trim()).toBe(pasted.trim())
})
