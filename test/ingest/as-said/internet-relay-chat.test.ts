import { describe, expect, test } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'

const AT = { at: '2026-01-02T03:04:05.000Z' }
const contents = (text: string, from = 0) => extract({ text }, { ...AT, from }).facts.map(({ content }) => content)

const log = [
  '[12:01] <ana> my laptop runs Ubuntu 22.04',
  '=== ben [n=ben@host] has joined #ubuntu',
  '[12:02] <ben> mine runs Fedora 40',
  '=== carl has quit [Ping timeout]',
  '*** dora has left #ubuntu (bye)',
  '-!- ben is now known as benny',
  '--> fred (f@host) has joined #ubuntu',
  '[12:03] <ana> I moved to Rome',
  'and I like it there',
].join('\n')

describe('a log of IRC', () => {
  test('holds what people say, and nothing of who comes and goes', () => {
    expect(contents(log)).toEqual([
      'ana: my laptop runs Ubuntu 22.04',
      'ben: mine runs Fedora 40',
      'ana: I moved to Rome\nand I like it there',
    ])
  })

  test.each([
    '* ben has quit (Quit: bye)',
    '*** Joins: eva (e@host)',
    '[12:02] -!- mode/#ubuntu [+o ana] by ben',
    '<-- ben has quit (x)',
  ])('holds nothing of %s', (notice) => {
    expect(contents(`<ana> I moved to Rome\n${notice}\n<ben> I moved to Oslo`)).toEqual([
      'ana: I moved to Rome',
      'ben: I moved to Oslo',
    ])
  })

  test('shows other notices alone', () => {
    const topic = '=== Topic for #bees is: honey harvest on Friday'
    expect(contents(`<ana> I moved to Rome\n${topic}\n<ben> I moved to Oslo`)).toContain(topic)
  })

  test('takes what somebody does for theirs', () => {
    expect(contents('<ana> I moved to Rome\n* ana quit smoking in May\n<ben> good')).toContain(
      'ana: quit smoking in May',
    )
  })

  test('says in which turns its memories are, and goes on from a line', () => {
    const { facts, said } = extract({ text: log }, AT)
    expect(facts.map(({ turns }) => said[turns[0]]?.content.split('\n')[0])).toEqual([
      '[12:01] <ana> my laptop runs Ubuntu 22.04',
      '[12:02] <ben> mine runs Fedora 40',
      '[12:03] <ana> I moved to Rome',
    ])
    expect(said.map(({ content }) => content).join('\n')).toBe(log)
    expect(contents(log, 3)).toEqual(['ana: I moved to Rome\nand I like it there'])
  })
})

describe('speakers that are numbered or a letter', () => {
  test.each([
    [
      '#Person1#: I moved to Rome.\n#Person2#: I stay in Oslo.',
      ['Person 1: I moved to Rome.', 'Person 2: I stay in Oslo.'],
    ],
    ['M: I moved to Rome.\nW: I stay in Oslo.', ['M: I moved to Rome.', 'W: I stay in Oslo.']],
    [
      'W: I moved to Rome.\nM: I sold my car in May.\nW: I like Rome.',
      ['W: I moved to Rome.', 'M: I sold my car in May.', 'W: I like Rome.'],
    ],
    ['A: I moved to Rome.\nB: I stay in Oslo.', ['A: I moved to Rome.', 'B: I stay in Oslo.']],
  ])('%j', (text, said) => {
    expect(contents(text)).toEqual(said)
  })

  test.each([
    'Sizes of the shirts:\nM: 30 cm wide\nW: 28 cm wide',
    'M: 30 cm\nW: 28 cm',
    'Which city is the capital of France?\nA: Paris\nB: London\nC: Rome\nD: Berlin',
    'M: mass in kilograms\nW: work in joules',
  ])('are none in %j', (text) => {
    const speakers = extract({ text }, AT).facts.map(({ speaker }) => speaker)
    expect(speakers).not.toContain('M')
    expect(speakers).not.toContain('A')
  })
})
