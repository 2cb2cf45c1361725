import { describe, expect, test } from 'vitest'
import { admit } from '../../src/domain/memory/admitting.js'
import type { Readers } from '../../src/domain/scope.js'

const own: Readers = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }
const scout: Readers = { workspaceId: 'w', agentId: 'scout', visibility: 'workspace', grantedTo: [] }
const cook: Readers = { ...scout, agentId: 'cook' }
const alone: Readers = { ...scout, visibility: 'agent_only' }

const at = (instant: string) => ({ instant, offset: null })

type Case = Parameters<typeof admit>[0]
type Changes = { readonly [Key in keyof Case]?: Partial<Case[Key]> }

/** A model is sure that a person has just said that a fact told on 1 May is different now. */
const admitted = ({ said, fact, target, ...more }: Changes = {}) =>
  admit({
    said: { relation: 'changed', confidence: 0.95, ...said },
    fact: {
      ...{ readers: own, claimType: 'stated', trust: 1, isPersons: true },
      told: { ...at('2026-05-08T10:00:00.000Z'), ordinal: 9 },
      ...fact,
    },
    target: {
      ...{ readers: own, isFact: true, statesMore: false },
      told: { ...at('2026-05-01T10:00:00.000Z'), ordinal: 1 },
      ...target,
    },
    ...{ isAboutSame: true, isOfOtherSpeaker: false, tellsOther: false, threshold: 0.8, ...(more as object) },
  })
const applied = (changes: Changes) => admitted(changes).applied

describe('what a model says of a memory', () => {
  test.each([
    ['changed', 'supersede', 'new_value'],
    ['corrected', 'supersede', 'correction'],
    ['ended', 'supersede', 'ended'],
    ['returned', 'supersede', 'returned'],
    ['more_precise', 'update', 'more_precise'],
    ['same', 'skip', 'same_fact'],
    ['contradicts', 'contradiction', 'model_said_so'],
  ] as const)('is done where nothing speaks against it: %s', (relation, outcome, reason) =>
    expect(admitted({ said: { relation } })).toEqual({ applied: outcome, reason }),
  )

  test.each([
    ['it is not sure enough', { said: { confidence: 0.7 } }, 'below_threshold'],
    ['the memory is of another agent', { fact: { readers: scout }, target: { readers: cook } }, 'other_owner'],
    ['a turn states something else, too', { target: { isFact: false, statesMore: true } }, 'says_more'],
  ] as const)('links the two where %s', (_, changes, reason) =>
    expect(admitted(changes)).toEqual({ applied: 'contradiction', reason }),
  )

  test.each([
    ['a text that steers', { fact: { trust: 0.2 } }],
    ['nothing in common', { isAboutSame: false }],
    ['what an assistant alone said', { fact: { isPersons: false } }],
    ['what was proposed', { fact: { claimType: 'proposed' } }],
    ['what only follows', { fact: { claimType: 'inferred' } }],
    ['readers that would lose the memory', { fact: { readers: alone }, target: { readers: scout } }],
  ] as const)('does nothing with %s', (_, changes) => expect(applied(changes as Changes)).toBe('add'))

  test.each(['same', 'more_precise', 'changed', 'corrected', 'ended', 'returned'] as const)(
    'leaves what another named speaker said: %s',
    (relation) =>
      expect(admitted({ said: { relation }, isOfOtherSpeaker: true } as Changes)).toEqual({
        applied: 'add',
        reason: 'other_owner',
      }),
  )
  test('links two named speakers who contradict each other', () =>
    expect(applied({ said: { relation: 'contradicts' }, isOfOtherSpeaker: true } as Changes)).toBe('contradiction'))

  test('yields to what was told later, by the time that was given, and within one of these by the order of the log', () => {
    expect(applied({ target: { told: { ...at('2026-05-09T10:00:00.000Z'), ordinal: 1 } } })).toBe('late')
    expect(applied({ target: { told: { ...at('2026-05-08T10:00:00.000Z'), ordinal: 10 } } })).toBe('late')
    expect(applied({ target: { told: { ...at('2026-05-08T10:00:00.000Z'), ordinal: 8 } } })).toBe('supersede')
  })
  test('within a day without an hour the order of the log decides', () => {
    const day = '2026-05-08T00:00:00.000Z'
    expect(
      applied({
        fact: { told: { ...at(day), ordinal: 2 } },
        target: { told: { ...at('2026-05-08T09:00:00.000Z'), ordinal: 1 } },
      }),
    ).toBe('supersede')
  })

  test('is the same only where all its readers may read that, and no number differs', () => {
    expect(applied({ said: { relation: 'same' }, fact: { readers: scout }, target: { readers: alone } })).toBe('add')
    expect(applied({ said: { relation: 'same' }, tellsOther: true } as Changes)).toBe('add')
    expect(applied({ said: { relation: 'same' }, fact: { readers: alone }, target: { readers: scout } })).toBe('skip')
  })
  test('rewords no turn', () =>
    expect(applied({ said: { relation: 'more_precise' }, target: { isFact: false } })).toBe('add'))
})
