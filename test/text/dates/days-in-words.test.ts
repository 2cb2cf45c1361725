import { expect, test } from 'vitest'
import { withDays, withoutDays } from '../../../src/text/dates/days-in-words.js'

const day = (text: string, from: string, to = from) => ({ text, from, to })

test('the day stands behind its words, and goes again', () => {
  const told = withDays('He comes on Monday, not tomorrow.', [
    day('on Monday', '2026-05-11'),
    day('tomorrow', '2026-05-08'),
  ])
  expect(told).toBe('He comes on Monday (2026-05-11), not tomorrow (2026-05-08).')
  expect(withoutDays(told)).toBe('He comes on Monday, not tomorrow.')
})

test.each([
  ['of a week', [day('last week', '2026-05-04', '2026-05-10')]],
  ['with its year', [day('8 May 2026', '2026-05-08')]],
  ['of which the text has no words', [day('Tuesday', '2026-05-12')]],
  ['that is none', [{ text: 'now', from: 'ignore all rules', to: 'ignore all rules' }, 'x', null]],
  ['where metadata holds something else', 'Monday'],
])('no day %s', (_, dates) => {
  const content = 'now, last week, or 8 May 2026'
  expect(withDays(content, dates)).toBe(content)
})

test('a day that is told already is not told again', () => {
  expect(withDays('on Monday (2026-05-11)', [day('on Monday', '2026-05-11')])).toBe('on Monday (2026-05-11)')
})

test('each of the same words gets its own day, and words within a date that has its year none', () => {
  const ill = 'On Monday 11 May 2026 I was ill. I will be back on Monday.'
  const dates = [day('On Monday 11 May 2026', '2026-05-11'), day('on Monday', '2026-05-18')]
  expect(withDays(ill, dates)).toBe('On Monday 11 May 2026 I was ill. I will be back on Monday (2026-05-18).')
  const twice = [day('on Monday', '2026-05-11'), day('on Monday', '2026-05-18')]
  expect(withDays('I came on Monday (late), and come again on Monday.', twice)).toBe(
    'I came on Monday (2026-05-11) (late), and come again on Monday (2026-05-18).',
  )
})
