import { describe, it } from 'vitest'
import { redact } from '../../../src/text/secrets/redact.js'
import { rounds } from '../../faults/rounds.js'
import { expectLinear, repeated } from '../../support/growth.js'

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
  const LENGTH = rounds(25_000, 100_000)

  it.each(HOSTILE)(`grows with the length, not with its square, up to ${LENGTH} characters of %j`, (unit) => {
    expectLinear(LENGTH, (length) => redact(repeated(unit, length)))
  })
})
