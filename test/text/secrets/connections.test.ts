import { describe, expect, test } from 'vitest'
import { redact } from '../../../src/text/secrets/redact.js'
import { marked } from './marked.js'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const TOKEN = 'aB1cD2eF3gH4iJ5kL6mN'

const CASES: readonly (readonly [kind: string, text: string])[] = [
  ['basic credentials', `Authorization: Basic ⟦${base64('ana:hunter2')}⟧`],
  ['bearer token', `Authorization: Bearer ⟦${TOKEN}⟧`],
  ['bearer token', `curl -H 'Authorization: Bearer ⟦${TOKEN}⟧' https://example.org`],
  ['bearer token', `the header is "bearer ⟦${TOKEN}.x-y_z⟧", I think`],
  ['authorization', `Authorization: Token ⟦${TOKEN}⟧`],
  ['authorization', `Proxy-Authorization: ⟦${TOKEN}⟧`],
  ['header secret', `X-Api-Key: ⟦${TOKEN}⟧`],
  ['header secret', `X-Auth-Token: ⟦letmein⟧`],
  ['header secret', `-H "X-Vault-Token: ⟦${TOKEN}⟧" -v`],
  ['cookie', `Cookie: ⟦sid=${TOKEN}; theme=dark⟧`],
  ['cookie', `Set-Cookie: ⟦session=${TOKEN}; Path=/; HttpOnly⟧`],
  ['cookie', `curl -b '⟦sid=${TOKEN}⟧' https://example.org`],
  ['cookie', `curl --cookie "⟦sid=${TOKEN}; a=b⟧" https://example.org`],
  ['password', 'curl -u ana:⟦hunter2⟧ https://example.org'],
  ['password', "curl -s -u 'ana:⟦open sesame⟧' https://example.org"],
  ['password', 'curl --user ana:⟦hunter2⟧ -X POST https://example.org'],
  ['password', 'curl -X POST \\\n  --user "ana:⟦hunter2⟧" \\\n  https://example.org'],
  ['password', 'curl -uana:⟦hunter2⟧ https://example.org'],
  ['password', 'http -a ana:⟦hunter2⟧ example.org'],
  ['password', 'wget --user=ana --password=⟦hunter2⟧ https://example.org'],
  ['password', 'mysql -u root -p⟦hunter2⟧ notes'],
  ['password', 'sshpass -p ⟦hunter2⟧ ssh ana@example.org'],
  ['password', 'docker login -u ana -p ⟦hunter2⟧ registry.example'],
  ['password', 'redis-cli -h cache -a ⟦hunter2⟧ ping'],
  ['password', 'openssl rsa -in key.pem -passin pass:⟦hunter2⟧'],
  ['password', 'PGPASSWORD=⟦hunter2⟧ psql -h db'],
  ['password', 'db:5432:notes:ana:⟦hunter2⟧'],
  ['password', 'machine example.org login ana password ⟦hunter2⟧'],
  ['token', 'gh auth --token ⟦abcd1234efgh5678⟧'],
  ['password', 'postgres://ana:⟦s3cret⟧@db/notes'],
  ['password', 'mongodb+srv://ana:⟦p@ss:word⟧@cluster0.example.net/notes?w=majority'],
  ['password', 'redis://:⟦s3cret⟧@cache:6379/0'],
  ['password', 'amqp://ana:⟦s3cret⟧@mq.example:5672/'],
  ['password', 'jdbc:mysql://db/notes?user=ana&password=⟦s3cret⟧&ssl=true'],
  ['password', 'See https://ana:⟦s3cret⟧@example.org/x, please'],
  ['token', `git clone https://⟦${TOKEN}${TOKEN}⟧@example.org/notes.git`],
  ['password', 'Server=db;Database=notes;User Id=ana;Password=⟦s3cret!⟧;Encrypt=true'],
  ['secret key', `AccountName=notes;AccountKey=⟦${'aB1/'.repeat(21)}==⟧;EndpointSuffix=core.windows.net`],
  ['secret key', `SharedAccessKeyName=Root;SharedAccessKey=⟦${'aB1/'.repeat(10)}=⟧`],
  ['token', `https://files.example/a?sv=2024&sig=⟦${TOKEN}%3D⟧&se=2026`],
  ['token', 'https://example.org/cb#access_token=⟦abcdefgh⟧&state=1'],
  ['token', `https://example.org/v1?key=⟦${TOKEN}⟧&q=harbour`],
  ['token', `https://s3.example/a?X-Amz-Signature=⟦${TOKEN}⟧`],
  ['token', `otpauth://totp/Ana?secret=⟦JBSWY3DPEHPK3PXP⟧&issuer=Notes`],
  ['AWS secret key', `aws_secret_access_key = ⟦${'aB1/'.repeat(10)}⟧`],
  ['JSON web token', `here: ⟦eyJ${'hbGciOiJIUzI1NiJ9'}.eyJzdWIiOiIxMjMifQ.abc-def_123⟧ ok`],
]

describe('a secret in its place', () => {
  test.each(CASES)('%s: %s', (kind, written) => {
    const { text, clean, count } = marked(written, kind)
    expect(redact(text)).toEqual({ text: clean, count })
  })
})

describe('a private key', () => {
  const body = `${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ'}\n${'aB1/'.repeat(16)}\n${'aB1/'.repeat(5)}==`
  const block = (name: string, lines = body) => {
    const [open, close] = ['BEGIN', 'END'].map((word) => `-----${word} ${name}-----`)
    return `${open}\n${lines}\n${close}`
  }
  const NAMES = ['RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED ', ''].map((name) => `${name}PRIVATE KEY`)
  const blocks = [...NAMES, 'PGP PRIVATE KEY BLOCK'].map((name) => [name, block(name)] as const)

  test.each(blocks)('is taken out as a whole: %s', (_, key) => {
    const clean = { text: 'a [redacted: private key] b', count: 1 }
    expect(redact(`a ${key} b`)).toEqual(clean)
    expect(redact(`a ${key.replaceAll('\n', '\\n')} b`)).toEqual(clean)
    expect(redact(`a ${key.replaceAll('\n', ' ')} b`)).toEqual(clean)
    expect(redact(`a ${key.replaceAll('\n', '\r\n')} b`)).toEqual(clean)
    expect(redact(JSON.stringify({ private_key: key })).text).toBe('{"private_key":"[redacted: private key]"}')
  })
  test('is taken out as far as it goes where it is broken off, and no sentence with it', () => {
    const key = block('RSA PRIVATE KEY').split('\n').slice(0, -1).join('\n')
    expect(redact(`a ${key}\nBen: that was it.`).text).toBe('a [redacted: private key]\nBen: that was it.')
  })
  test('two of them are two', () => {
    const key = block('PRIVATE KEY')
    expect(redact(`${key}\nand\n${key}`)).toEqual({
      text: '[redacted: private key]\nand\n[redacted: private key]',
      count: 2,
    })
  })
  test('of PuTTY is one, too', () => {
    const key = `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\n${'aB1/'.repeat(12)}\nPrivate-MAC: ${'0a'.repeat(32)}`
    expect(redact(`a\n${key}\nb`).text).toBe('a\n[redacted: private key]\nb')
  })
  test('a public one stays', () => {
    const key = block('PUBLIC KEY')
    expect(redact(key)).toEqual({ text: key, count: 0 })
  })
})
