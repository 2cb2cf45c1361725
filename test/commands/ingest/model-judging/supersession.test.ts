import { describe, expect, test } from 'vitest'
import { type Given, held, of } from './a-case.js'

describe('a supersession', () => {
  test.each<[string, Given]>([
    ['of the same property, told later', {}],
    ['told on the same day', { fact: { day: '2026-05-01' } }],
    ['of a turn, of which no model names subject and property', { candidate: { subject: null, attribute: null } }],
    ['of a subject written otherwise', { fact: { subject: 'ANÁ' } }],
    ['valid from later on', { fact: { validFrom: '2026-05-07' }, candidate: { validFrom: '2020-01-01' } }],
    [
      'by the same agent, with the same readers',
      { fact: { readers: of('a', 'workspace') }, candidate: { readers: of('a', 'workspace') } },
    ],
    [
      'by the same agent, of fewer readers',
      { fact: { readers: of('a', 'workspace') }, candidate: { readers: of('a', 'agent_only') } },
    ],
    ['with just enough confidence', { confidence: 0.8 }],
  ])('%s stands', (_name, given) => expect(held('supersede', given)).toEqual(['supersede', 'as_judged']))

  test.each<[string, Given, readonly string[]]>([
    ['of another subject', { fact: { subject: 'ben' } }, ['add', 'other_subject']],
    ['of another property', { candidate: { attribute: 'employer' } }, ['contradiction', 'other_attribute']],
    [
      'of a turn that states something else, too',
      { candidate: { subject: null, attribute: null, content: 'I live in Porto. My cat is called Miso.' } },
      ['contradiction', 'says_more'],
    ],
    ['by what was over before', { fact: { validTo: '2020-12-31' } }, ['add', 'other_time']],
    ['of what was over before', { candidate: { validTo: '2026-04-01' } }, ['add', 'other_time']],
    [
      'by what was over before the other began',
      { fact: { validFrom: '2010-01-01', validTo: '2015-12-31' }, candidate: { validFrom: '2016-01-01' } },
      ['add', 'other_time'],
    ],
    ['by a plan', { fact: { validFrom: '2026-09-01' } }, ['add', 'planned']],
    ['with too little confidence', { confidence: 0.79 }, ['contradiction', 'below_threshold']],
    ['at an unknown time', { fact: { day: null } }, ['contradiction', 'time_unknown']],
    [
      'told later, and valid since earlier',
      { fact: { validFrom: '2019-01-01' }, candidate: { validFrom: '2026-01-01' } },
      ['contradiction', 'times_cross'],
    ],
    [
      'of another agent',
      { fact: { readers: of('a', 'workspace') }, candidate: { readers: of('b', 'workspace') } },
      ['contradiction', 'other_owner'],
    ],
    ['of a personal memory by an agent', { fact: { readers: of('a', 'workspace') } }, ['add', 'other_readers']],
    [
      'of what others read by what they cannot see',
      { fact: { readers: of('a', 'agent_only') }, candidate: { readers: of('a', 'workspace') } },
      ['add', 'other_readers'],
    ],
    [
      'of what a guest reads by what they cannot see',
      { fact: { readers: of('a', 'agent_only') }, candidate: { readers: of('a', 'restricted', 'g') } },
      ['add', 'other_readers'],
    ],
    ['by what was only proposed', { fact: { claimType: 'proposed' } }, ['add', 'not_stated']],
    ['by what was only inferred', { fact: { claimType: 'inferred' } }, ['add', 'not_stated']],
    ['by a text that steers', { fact: { trust: 0.2 } }, ['add', 'steering']],
  ])('%s replaces nothing', (_name, given, outcome) => expect(held('supersede', given)).toEqual(outcome))

  test('by what was told and valid earlier arrives late', () => {
    expect(held('supersede', { fact: { day: '2026-03-01' } })).toEqual(['late', 'told_earlier'])
    expect(
      held('supersede', {
        fact: { day: '2026-03-01', validFrom: '2019-01-01' },
        candidate: { validFrom: '2026-04-01' },
      }),
    ).toEqual(['late', 'told_earlier'])
  })
  test('on one day goes by the moment, then by the place in the log: the order of reading does not matter', () => {
    const told = (at: string, ordinal: number) => ({
      day: '2026-05-08',
      told: { at: `2026-05-08T${at}:00.000Z`, ordinal },
    })
    const [morning, noon, afterNoon] = [told('08:00', 9), told('12:00', 1), told('12:00', 2)]
    expect(held('supersede', { fact: morning, candidate: noon })).toEqual(['late', 'told_earlier'])
    expect(held('supersede', { fact: noon, candidate: morning })).toEqual(['supersede', 'as_judged'])
    expect(held('supersede', { fact: noon, candidate: afterNoon })).toEqual(['late', 'told_earlier'])
    expect(held('supersede', { fact: afterNoon, candidate: noon })).toEqual(['supersede', 'as_judged'])
    expect(held('supersede', { fact: noon, candidate: noon })).toEqual(['supersede', 'as_judged'])
    expect(held('update', { fact: morning, candidate: noon })).toEqual(['add', 'told_earlier'])
    expect(held('retract', { fact: morning, candidate: noon })).toEqual(['add', 'told_earlier'])
  })
})
