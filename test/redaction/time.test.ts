import { describe, expect, it } from 'vitest'
import { redact } from '../../src/redaction/redact.js'
import { rounds } from '../faults/rounds.js'

describe('the time it takes', () => {
  const HOSTILE = [
    ...['a', 'A0', '1', '4 ', '4111 ', '.', ' ', '\n', '"', '-', '=', '{{', '\\', '0123456789abcdef'],
    ...[
      'https://',
      'https://a:b',
      '?token=',
      'a@b.c ',
      'Bearer ',
      'cookie: a=b;',
      'authorization: ',
      'curl ',
      'curl -u a:',
    ],
    ...[
      'password',
      'password=',
      'password: ',
      'password:))))',
      'password is ',
      'password for ',
      ' as password',
      'is password ',
    ],
    ...[
      '密码是',
      'пароль — ',
      '我的密码',
      'seed phrase is abc abc ',
      'eyJaaaaaaaa.',
      'sk-a-',
      'xoxb-a-',
      '[redacted: ',
    ],
    ...[
      '-----BEGIN RSA PRIVATE KEY-----\n',
      'PuTTY-User-Key-File-2: a\nPrivate-MAC: ',
      'DE89 ',
      '<password>',
      'password: hunter2x, ',
    ],
  ]
  redact('what is loaded and translated at the first call is not counted')

  const LENGTH = rounds(50_000, 100_000)

  it.each(HOSTILE)(`does not explode for ${LENGTH} characters of %j`, (unit) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length))
    const began = process.cpuUsage()
    redact(text)
    const { user } = process.cpuUsage(began) // what other processes of a busy machine take is not counted
    // A pattern that tries all ways takes minutes; what is linear takes a tenth of this.
    expect(user / 1000).toBeLessThan(LENGTH / 40)
  })
})
