import { describe, expect, test } from 'vitest'
import { extracting } from '../../../src/ingest/as-said/extract.js'

const OPTIONS = { at: '2026-01-01T00:00:00.000Z', skipExtraction: false }
const HALF = 4000

let seed = 1
const roll = (most: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
  return (seed >>> 8) % most
}
const han = () => String.fromCodePoint(0x4e00 + roll(0x5000))

const SHAPES: Readonly<Record<string, () => string>> = {
  'open brackets': () => '[',
  'nested parentheses': () => '((()',
  braces: () => '{{"a":',
  'half tags': () => '<b ',
  'whole tags': () => '<b>x</b>',
  fences: () => '```\n',
  tildes: () => '~~~js\n',
  'random Han': han,
  'paragraphs of Han': () => `${Array.from({ length: 40 }, han).join('')}\n\n`,
  spaces: () => ' ',
  'one word': () => 'tea ',
  'one letter': () => 'a',
  digits: () => '4',
  'digits and dashes': () => '4-',
  dashes: () => '-',
  URLs: () => 'https://a.example/b?c=d&',
  quotes: () => '"\'',
  'e-mails': () => 'a.b@c.example ',
  ats: () => 'a@',
  labels: () => 'Ana: tea\n',
  'labels in one line': () => 'Ana: ',
  'password is': () => 'password is ',
  base64: () => 'QUJD'.slice(roll(3)),
  'combining marks': () => '\u0301',
  CRLF: () => '\r\n',
  'turns of two words': () => `I like tea ${roll(9999)}.\n\n`,
  'JSON lines': () => '{"role":"user","content":"tea"}\n',
  'open JSON messages': () => '[{"role":"user","content":"',
  headings: () => '## Ana\n',
  'table rows': () => '|a|b|\n',
  'dates without end': () => 'May 12 at 5, ',
  dots: () => '.',
  emoji: () => '👩‍👩‍👧',
}

const made = (shape: () => string, length: number): string => {
  let text = ''
  while (text.length < length) text += shape()
  return text.slice(0, length)
}

const stepsFor = (text: string): number => {
  const steps = extracting({ text }, OPTIONS)
  for (let count = 0; ; count++) if (steps.next().done) return count
}

describe('extraction', () => {
  test.each(Object.entries(SHAPES))(
    'of twice as much of %s takes at most two and a half times the steps',
    (_, shape) => {
      const [once, twice] = [stepsFor(made(shape, HALF)), stepsFor(made(shape, 2 * HALF))]
      expect(twice).toBeLessThanOrEqual(2.5 * once + 10)
    },
  )

  test('of a conversation by messages takes at least a step for each of them', () => {
    const messages = Array.from({ length: 200 }, (_, n) => ({ role: 'user', content: `I like tea ${n}.` }))
    const steps = extracting({ messages }, OPTIONS)
    let count = 0
    while (!steps.next().done) count++
    expect(count).toBeGreaterThan(messages.length)
  })
})
