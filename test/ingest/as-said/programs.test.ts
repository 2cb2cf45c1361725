import { describe, expect, test } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'

const told = (...lines: readonly string[]) =>
  extract({ text: lines.join('\n') }, { at: '2026-11-27T00:00:00.000Z' }).facts

describe('what programs print', () => {
  test('a log of commits is told when they were made', () => {
    const facts = told(
      'commit 8f2c1aa9d0b5f0b0e7a1f1c7f0b2c3d4e5f60718',
      'Author: Mara Lind <mara@example.com>',
      'Date:   Thu Feb 12 09:14:55 2026 +0100',
      '',
      '    Revert the pool of worker threads',
      '',
      'commit 1b7d0e22aa00f0b0e7a1f1c7f0b2c3d4e5f60718',
      'Author: Joon Park <joon@example.com>',
      'Date:   2026-02-11 18:02:10 +0100',
      '',
      '    Limit exports to 5 per minute',
    )
    expect(facts.map(({ moment }) => moment?.instant)).toEqual(['2026-02-12T08:14:55.000Z', '2026-02-11T17:02:10.000Z'])
  })

  test('each entry of a calendar is a memory with its day', () => {
    const facts = told(
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'DTSTART;TZID=Europe/Berlin:20260310T143000',
      'SUMMARY:Parents evening',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20260412',
      'SUMMARY:Flight to Porto',
      'END:VEVENT',
      'END:VCALENDAR',
    )
    expect(
      facts.map(({ content, dates }) => [/SUMMARY:(.*)/.exec(content)?.[1], dates.map(({ from }) => from)]),
    ).toEqual([
      ['Parents evening', ['2026-03-10']],
      ['Flight to Porto', ['2026-04-12']],
    ])
  })

  test('notices of a messenger are no memories, and marks of edited messages no words', () => {
    const facts = told(
      '06/08/16, 13:18 - Messages you send to this group are now secured with end-to-end encryption. Tap for more info.',
      '06/08/16, 13:19 - You were added',
      '06/08/16, 13:23 - Ash: The train leaves at nine. <This message was edited>',
      '06/08/16, 13:24 - Misty: The tickets are in the drawer.',
    )
    expect(facts.map(({ content }) => content)).toEqual([
      'Ash: The train leaves at nine.',
      'Misty: The tickets are in the drawer.',
    ])
  })

  test('the first hour of the day may be written 00 with a.m.', () => {
    const facts = told(
      '06/20/2020, 00:08 a. m. - Ash: The train leaves at nine.',
      '06/20/2020, 03:55 p. m. - Misty: The tickets are in the drawer.',
    )
    expect(facts.map(({ moment }) => moment?.instant)).toEqual(['2020-06-20T00:08:00.000Z', '2020-06-20T15:55:00.000Z'])
  })
})
