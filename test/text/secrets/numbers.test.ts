import { describe, expect, test } from 'vitest'
import { redact } from '../../../src/text/secrets/redact.js'
import { marked } from './marked.js'

const CARDS = [
  '⟦4111111111111111⟧',
  '⟦4111 1111 1111 1111⟧',
  '⟦4111-1111-1111-1111⟧',
  '⟦4111.1111.1111.1111⟧',
  '⟦4111/1111/1111/1111⟧',
  '⟦4111_1111_1111_1111⟧',
  '⟦4111·1111·1111·1111⟧',
  '⟦4111–1111–1111–1111⟧',
  '⟦4111 - 1111 - 1111 - 1111⟧',
  '⟦4111  1111  1111  1111⟧',
  '⟦4111\u00a01111\u00a01111\u00a01111⟧',
  '⟦4111\u20091111\u20091111\u20091111⟧',
  '⟦41 11 11 11 11 11 11 11⟧',
  '⟦4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1⟧',
  '⟦5500 0055 5555 5559⟧',
  '⟦2223 0031 2200 3222⟧',
  '⟦3782 822463 10005⟧',
  '⟦378282246310005⟧',
  '⟦3056 930902 5904⟧',
  '⟦6011 1111 1111 1117⟧',
  '⟦3530 1113 3330 0000⟧',
  '⟦6304 0000 0000 0000⟧',
  'pay with ⟦4111 1111 1111 1111⟧ please',
  'card ⟦4111 1111 1111 1111⟧ 12/27',
  'card ⟦4111 1111 1111 1111⟧ 12 27 Ana',
  'on 2026-05-08 ⟦4111 1111 1111 1111⟧ was charged',
  'on 8.5. ⟦4111 1111 1111 1111⟧.',
  '卡号⟦4111111111111111⟧。',
  'cards: ⟦4111 1111 1111 1111⟧, ⟦5500 0055 5555 5559⟧',
]
const NO_CARDS = [
  '4111 1111 1111 1112',
  '4111111111111112',
  '41111111111111111111111',
  'a4111111111111111',
  '4111111111111111b',
  '+4111111111111111',
  '0.4111111111111111',
  '1111 1111 1111 1117',
  '4.11 1.11 11.1 11.11 11.11 11.1',
]
const ACCOUNTS = [
  'DE89370400440532013000',
  'DE89 3704 0044 0532 0130 00',
  'DE89-3704-0044-0532-0130-00',
  'de89370400440532013000',
  'GB82 WEST 1234 5698 7654 32',
  'FR14 2004 1010 0505 0001 3M02 606',
  'ES91 2100 0418 4502 0005 1332',
  'IT60 X054 2811 1010 0000 0123 456',
  'NL91 ABNA 0417 1643 00',
  'PT50 0002 0123 1234 5678 9015 4',
  'CH93 0076 2011 6238 5295 7',
  'AT61 1904 3002 3457 3201',
  'BE68 5390 0754 7034',
  'NO93 8601 1117 947',
]

describe('a card number', () => {
  test.each(CARDS)('%s', (written) => {
    const { text, clean, count } = marked(written, 'card number')
    expect(redact(text)).toEqual({ text: clean, count })
  })
  test.each(NO_CARDS)('is none where it cannot be one: %s', (text) => {
    expect(redact(text)).toEqual({ text, count: 0 })
  })
})

describe('the number of an account', () => {
  test.each(ACCOUNTS)('%s', (iban) => {
    const clean = { text: 'Send it to [redacted: IBAN] by 5 May, it is mine', count: 1 }
    expect(redact(`Send it to ${iban} by 5 May, it is mine`)).toEqual(clean)
  })
  test.each(ACCOUNTS)('is none with another checksum: %s', (iban) => {
    const text = `Send it to ${iban.replace(/\d\d/, (check) => (check === '98' ? '10' : String(Number(check) + 1)))}`
    expect(redact(text)).toEqual({ text, count: 0 })
  })
})
