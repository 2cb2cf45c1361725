import { expect, test } from 'vitest'
import { confirmationOf, confirmedIds } from '../../src/mcp/confirmation.js'

const ids = ['4f0a2d8e-9c31-4e7b-a6d4-2b8c1e5f7a90']
const at = (minutes: number, over: object = {}) => ({
  secret: Buffer.from('secret'),
  now: () => minutes * 60_000,
  scope: { user_id: 'ana' },
  ...over,
})
const token = confirmationOf(ids, at(0))

test('a token names its memories for five minutes', () => {
  expect(confirmedIds(token, at(5))).toEqual(ids)
  expect(() => confirmedIds(token, at(5.01))).toThrow(/older than five minutes/)
})
test.each([
  ['another user', { scope: { user_id: 'bob' } }],
  ['a workspace of the user', { scope: { user_id: 'ana', workspace_id: 'crew', agent_id: 'scout' } }],
  ['another key', { secret: Buffer.from('other') }],
])('a token is none of %s', (_, over) => expect(() => confirmedIds(token, at(1, over))).toThrow(/no token/))
test('a token for other memories is none', () => {
  const other = Buffer.from(JSON.stringify({ ids: [], until: 1e15 })).toString('base64url')
  expect(() => confirmedIds(`${other}.${token.split('.')[1]}`, at(1))).toThrow(/no token/)
})
