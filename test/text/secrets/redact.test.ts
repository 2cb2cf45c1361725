import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from '../../../src/text/secrets/redact.js'
import { rounds, seed } from '../../faults/rounds.js'

const filler = 'abcdefghijklmnopqrstuvwxyz0123456789'

describe('redact', () => {
  it.each([
    ['a labelled password', 'password: hunter2!', 'password: [redacted: password]'],
    ['a quoted password', '{"password": "open sesame"}', '{"password": "[redacted: password]"}'],
    [
      'a password in JSON within a text',
      '{\\"password\\": \\"hunter2\\"}',
      '{\\"password\\": \\"[redacted: password]\\"}',
    ],
    ['an assigned key', 'export API_KEY=abcdefghij', 'export API_KEY=[redacted: API key]'],
    ['a prefixed secret', 'AWS_SECRET_KEY = abc123def456', 'AWS_SECRET_KEY = [redacted: secret key]'],
    ['a compound name', 'dbPassword=hunter2;', 'dbPassword=[redacted: password];'],
    ['a value with signs in it', "pwd=Tr0ub'4d,r&3\nnext", 'pwd=[redacted: password]\nnext'],
    ['a typed field of code', "password: str = 'hunter2'", "password: str = '[redacted: password]'"],
    ['an option', 'deploy --db-password hunter2 --now', 'deploy --db-password [redacted: password] --now'],
    ['an element', '<db.password>hunter2</db.password>', '<db.password>[redacted: password]</db.password>'],
    ['an element of several words', '<pwd>open sesame</pwd>', '<pwd>[redacted: password]</pwd>'],
    ['the next line of a form', 'Password:\n  hunter2', 'Password:\n  [redacted: password]'],
  ])('takes out %s', (_, text, clean) => {
    expect(redact(text)).toEqual({ text: clean, count: 1 })
  })

  it('counts each of several, and leaves the words between them', () => {
    const text = `Ana: use hunter2 as the password, pay with 4111 1111 1111 1111 and push with ghp_${filler}. Thanks!`
    expect(redact(text)).toEqual({
      text: 'Ana: use [redacted: password] as the password, pay with [redacted: card number] and push with [redacted: GitHub token]. Thanks!',
      count: 3,
    })
  })

  it('says the narrower of two kinds that one secret is', () => {
    expect(redact(`password: glpat-${filler}`).text).toBe('password: [redacted: GitLab token]')
    expect(redact(`token=sk_live_${filler}`).text).toBe('token=[redacted: Stripe key]')
  })

  it('leaves alone what was taken out before, in the words of now and of before', () => {
    for (const text of [
      'password: [redacted: password], token: [redacted: API key]',
      'key: [redacted:api_key] [redacted:card]',
    ])
      expect(redact(text)).toEqual({ text, count: 0 })
  })

  it('takes nothing for a placeholder that only looks like one', () => {
    expect(redact(`[redacted: ghp_${filler}]`).text).toBe('[redacted: [redacted: GitHub token]]')
  })
})

const part = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'password: ',
    'password is ',
    'secret=',
    ' Bearer ',
    '://a:b@',
    'sk-',
    filler,
    '4111111111111111',
    '\n',
    '"',
    "'",
  ),
  fc.constantFrom(
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    'token: ',
    '[redacted:',
    ' password]',
    ']',
    'eyJ',
    '.',
  ),
  fc.constantFrom(
    'api_key="',
    ' as the password',
    ' is my password',
    'Cookie: a=',
    ';',
    'curl -u a:',
    '?token=',
    'pin ',
    '4821 ',
    ' ',
  ),
  fc.constantFrom(
    'DE89370400440532013000',
    'ghp_',
    'hunter2',
    '密码是',
    'the ',
    '<password>',
    '</',
    '\\n',
    ' — ',
    '\u00a0',
    'to ',
  ),
)

describe('whatever the text', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const once = redact(parts.join('')).text
        expect(redact(once)).toEqual({ text: once, count: 0 })
      }),
      { seed: rounds(7, seed), numRuns: rounds(300, 30_000) },
    )
  })

  const words = fc.array(
    fc.constantFrom(
      ...'Ana moved to Lisbon in May and met Ben at the harbour; it was 12:30 on 2026-05-08 (room 12).'.split(' '),
    ),
    { minLength: 1, maxLength: 20 },
  )

  it('changes no words without a secret', () => {
    const unchanged = fc.property(words, (some) => {
      expect(redact(some.join(' '))).toEqual({ text: some.join(' '), count: 0 })
    })
    fc.assert(unchanged, { seed: rounds(7, seed) })
  })

  it('leaves nothing of a secret, and everything around it', () => {
    const alphabet = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789']
    const secret = fc
      .tuple(fc.string({ unit: fc.constantFrom(...alphabet), minLength: 16, maxLength: 40 }), fc.nat(9))
      .map(([random, digit]) => `${random}x${digit}`)
    const around = fc.constantFrom<[string, string]>(
      ['the password is ', ''],
      ['password=', ''],
      ['Use ', ' as the password'],
      ['', ' is my password'],
      ['Authorization: Bearer ', ''],
      ['https://ana:', '@example.org/x'],
      ['https://example.org/?a=b&access_token=', '&c=d'],
      ['curl -u ana:', ' https://example.org'],
      ['{"api_key": "', '"}'],
      ['Cookie: sid=', ''],
    )
    fc.assert(
      fc.property(words, words, secret, around, (before, after, hidden, [open, close]) => {
        const [head, tail] = [`${before.join(' ')}\n${open}`, `${close}\n${after.join(' ')}`]
        const { text, count } = redact(head + hidden + tail)
        expect(count).toBe(1)
        expect(text).not.toContain(hidden.slice(0, 6))
        expect(text).not.toContain(hidden.slice(-6))
        expect(text.startsWith(`${before.join(' ')}\n`) && text.endsWith(tail)).toBe(true)
      }),
      { seed: rounds(7, seed), numRuns: rounds(200, 5000) },
    )
  })
})
