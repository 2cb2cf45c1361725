import { describe, expect, test } from 'vitest'
import { undocumented } from '../support/documented.js'

const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r1' }
const statistics = { count: 1, avgImportance: 0.5, sourceDistribution: { chat: 1 } }
const given = {
  method: 'GET',
  url: '/v1/memories/stats?user_id=ana',
  status: 200,
  headers,
  text: JSON.stringify(statistics),
}

test('an answer that is as the document says passes', () => expect(undocumented(given)).toEqual([]))

describe('an answer is caught that has', () => {
  test.each([
    ['another status', { status: 409 }, /answers 409/],
    ['a status of other routes', { status: 413, text: '{"error":"x"}' }, /answers 413/],
    ['a field too many', { text: JSON.stringify({ ...statistics, median: 1 }) }, /additional properties/],
    ['a field too few', { text: JSON.stringify({ ...statistics, count: undefined }) }, /required property 'count'/],
    ['a field of another type', { text: JSON.stringify({ ...statistics, count: '1' }) }, /count must be integer/],
    ['a number out of bounds', { text: JSON.stringify({ ...statistics, avgImportance: 2 }) }, /must be <= 1/],
    ['another content type', { headers: { ...headers, 'content-type': 'text/html' } }, /is text\/html/],
    ['a header too few', { headers: { 'content-type': 'application/json' } }, /lacks the header X-Request-Id/],
    ['a header too many', { headers: { ...headers, 'x-log-position': '7' } }, /has the header X-Log-Position/],
    [
      'an error without its header',
      { status: 401, text: '{"error":"UNAUTHORIZED","message":"x"}' },
      /WWW-Authenticate/,
    ],
    [
      'a header of another form',
      { status: 503, headers: { ...headers, 'retry-after': 'soon' }, text: '{"error":"x"}' },
      /pattern/,
    ],
    ['a method that is not there', { method: 'PUT' }, /answers 200/],
    ['a path that is not there', { url: '/v1/nowhere' }, /answers 200/],
    [
      'a field too many deep inside',
      { url: '/v1/memories/list', text: '{"memories":[{"odd":1}],"count":1,"total":1}' },
      /memories\/0 must NOT have additional/,
    ],
  ])('%s', (_, change, says) => {
    expect(undocumented({ ...given, ...change }).join('; ')).toMatch(says)
  })
})
