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
    // A pattern that tries all ways takes minutes; what is linear takes a tenth of this. The quickest of three, because
    // what is translated or collected meanwhile counts as well.
    const limit = LENGTH / 40
    let quickest = Number.POSITIVE_INFINITY
    for (let n = 0; n < 3 && quickest >= limit; n++) {
      const began = process.cpuUsage()
      redact(text)
      quickest = Math.min(quickest, process.cpuUsage(began).user / 1000) // what other processes take is not counted
    }
    expect(quickest).toBeLessThan(limit)
  })
})
