import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from '../../../../src/commands/ingest/extraction/redact.js'

const filler = 'abcdefghijklmnopqrstuvwxyz0123456789'

describe('redact', () => {
  it.each([
    ['an OpenAI key', `use sk-proj-${filler} here`, 'use [redacted:api_key] here'],
    ['an Anthropic key', `sk-ant-api03-${filler}`, '[redacted:api_key]'],
    ['a GitHub token', `push with ghp_${filler}`, 'push with [redacted:api_key]'],
    ['a GitLab token', `glpat-${filler}`, '[redacted:api_key]'],
    ['a Slack token', `xoxb-123456789012-${filler}`, '[redacted:api_key]'],
    ['an AWS key id', 'AKIAABCDEFGHIJKLMNOP', '[redacted:api_key]'],
    ['a Stripe key', `sk_live_${filler}`, '[redacted:api_key]'],
    ['a web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.abc-def_123', '[redacted:token]'],
    ['a bearer token', 'Authorization: Bearer abc.def.ghi-12345', 'Authorization: Bearer [redacted:token]'],
    ['a labelled password', 'password: hunter2!', 'password: [redacted:password]'],
    ['a quoted password', '{"password": "open sesame"}', '{"password": "[redacted:password]"}'],
    ['a spoken password', 'my password is sunshine', 'my password is [redacted:password]'],
    ['an assigned key', 'export API_KEY=abcdefghij', 'export API_KEY=[redacted:secret]'],
    ['a prefixed secret', 'AWS_SECRET_KEY = abc123def456', 'AWS_SECRET_KEY = [redacted:secret]'],
    [
      'only the password of an address',
      'postgres://ana:s3cret@db/notes',
      'postgres://ana:[redacted:password]@db/notes',
    ],
    ['a card number', 'pay with 4111 1111 1111 1111 please', 'pay with [redacted:card] please'],
    ['a card number in dashes', '5500-0055-5555-5559', '[redacted:card]'],
  ])('takes out %s', (_, text, clean) => {
    expect(redact(text)).toEqual({ text: clean, count: 1 })
  })

  it('takes out a private key block, and one without an end up to the end of the text', () => {
    const block = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----'
    expect(redact(`a ${block} b`)).toEqual({ text: 'a [redacted:private_key] b', count: 1 })
    expect(redact('a -----BEGIN PRIVATE KEY-----\nMIIEow\nmore')).toEqual({
      text: 'a [redacted:private_key]',
      count: 1,
    })
  })

  it.each([
    ['a statement about passwords', 'The password is important and the password was changed'],
    ['an order number', 'My order is 1234567890123456'],
    ['a timestamp', 'at 1683554160000 it stopped'],
    ['a number of tokens', 'It takes 500 tokens: 20 a line'],
    ['code that reads a secret', 'const token = readToken(request)'],
    ['a word with sk-', 'a task-oriented risk-averse person'],
    ['an address without a password', 'https://example.org:8080/a@b'],
  ])('leaves %s alone', (_, text) => {
    expect(redact(text)).toEqual({ text, count: 0 })
  })

  it('changes nothing the second time', () => {
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
      fc.constantFrom('-----BEGIN PRIVATE KEY-----', 'token: ', '[redacted:', ']', 'eyJ', '.', 'api_key="'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const once = redact(parts.join('')).text
        expect(redact(once)).toEqual({ text: once, count: 0 })
      }),
      { seed: 7, numRuns: 2000 },
    )
  })
})
