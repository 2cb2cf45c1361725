import { describe, expect, test } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'

const at = '2026-11-22T12:00:00.000Z'
const contents = (text: string) => extract({ text }, { at }).facts.map(({ content }) => content)
const ofUser = (content: string) =>
  extract({ messages: [{ role: 'user', content }] }, { at }).facts.map((fact) => fact.content.slice('User: '.length))

describe('a list of statements', () => {
  const lines = [
    'My name is Ana',
    'I live in Lisbon',
    'I am allergic to nuts',
    'My dog is called Rex',
    'I work at Siemens',
  ]
  test('gives a memory a line, as text and in a message', () => {
    expect(contents(lines.join('\n'))).toEqual(lines)
    expect(ofUser(lines.join('\n'))).toEqual(lines)
  })

  test('of two lines, too, where the second stands by itself; in a conversation they are one turn', () => {
    expect(contents('I live in Lisbon\nMy dog is called Rex')).toEqual(['I live in Lisbon', 'My dog is called Rex'])
    const [one, other] = ['Eva is a nurse', 'She works in Porto']
    expect(contents(`${one}\n${other}`)).toEqual([`${one}\n${other}`])
    expect(ofUser('I live in Lisbon\nMy dog is called Rex')).toEqual(['I live in Lisbon\nMy dog is called Rex'])
  })

  test('and one a record among them', () => {
    const mixed = [...lines, '{"name":"Netflix","value":"12.99","renewal":"2026-03-01"}']
    expect(contents(mixed.join('\n'))).toEqual(mixed)
  })

  test('of a thousand lines, too', () => {
    const many = Array.from({ length: 1000 }, (_, i) => `Guest number ${i} eats no fish and sits at table ${i % 40}.`)
    expect(contents(many.join('\n'))).toEqual(many)
    expect(ofUser(many.join('\n'))).toEqual(many)
  })

  test('of more lines than an ingest has memories loses none', () => {
    const many = Array.from({ length: 8000 }, (_, i) => `Is so ${i}`)
    const kept = contents(many.join('\n'))
    expect(kept.length).toBeLessThanOrEqual(2000)
    expect(kept.join('\n').split('\n')).toEqual(many)
  })

  test('gives a memory a sentence where each has its own subject', () => {
    const sentences = [
      'Alice works at Acme.',
      'Bob lives in Paris.',
      'Carol plays the violin.',
      'My dog is called Rex.',
    ]
    expect(contents(sentences.join(' '))).toEqual(sentences)
    expect(ofUser(sentences.join(' '))).toEqual(sentences)
  })

  test.each([
    'I went to Porto by train. It was raining. The museum was closed.',
    'I live in Berlin. I have two cats. I work at Siemens.',
    'Eva came to dinner. She brought a cake. Then we played cards.',
    'We walked along the river until the sun went down behind\nthe hills and the lights of the town began to shine over\nthe water, which had been quiet all day long and was now\nfull of small boats on their way home.',
    'Roses are red,\nviolets are blue,\nsugar is sweet.',
  ])('is not %j', (text) => expect(contents(text)).toEqual([text]))
})

describe('every field is kept', () => {
  test('of an object that looks like a message', () => {
    const subscription = '{"name":"Netflix","value":"12.99","renewal":"2026-03-01"}'
    expect(contents(subscription)).toEqual([subscription])
    const two = [subscription, subscription.replace('Netflix', 'Spotify')]
    expect(contents(two.join('\n'))).toEqual(two)
  })

  test('of an array of objects, a memory each', () => {
    const tasks = [
      { id: 1, title: 'Buy milk', due: '2026-03-01', tags: [{ name: 'home' }] },
      { id: 2, title: 'Call "Eva" {now}', due: '2026-03-04', tags: [] },
    ]
    const read = contents(JSON.stringify(tasks, null, 2)).map((content): unknown => JSON.parse(content))
    expect(read).toEqual(tasks)
  })

  test('of messages with a time, as the day they were said', () => {
    const messages = [
      { role: 'user', content: 'I moved to Porto.', timestamp: '2025-03-01T10:00:00Z' },
      { role: 'assistant', content: 'Porto is lovely in spring.', timestamp: '2025-03-02T10:00:00Z' },
    ]
    expect(extract({ text: JSON.stringify(messages) }, { at }).facts.map(({ moment }) => moment?.instant)).toEqual([
      '2025-03-01T10:00:00.000Z',
      '2025-03-02T10:00:00.000Z',
    ])
  })

  test('of a commit: hash, author, date and message in one', () => {
    const commits = [
      'commit 3f5a1c9b2d4e6f708192a3b4c5d6e7f8091a2b3c\nAuthor: Ana Silva <ana@example.org>\nDate:   Mon Mar 2 10:00:00 2026 +0100\n\n    Fix the login page',
      'commit 9b2d4e6f708192a3b4c5d6e7f8091a2b3c3f5a1c\nAuthor: Bob Ray <bob@example.org>\nDate:   Tue Mar 3 10:00:00 2026 +0100\n\n    Add the export',
    ]
    expect(contents(commits.join('\n\n'))).toEqual(commits)
  })

  test.each([
    'Name: Netflix\nPrice: 12.99\nRenewal: 2026-03-01',
    'name: netflix\nprice: 12.99\nrenewal: 2026-03-01',
    'name,price,renewal\nNetflix,12.99,2026-03-01\nSpotify,9.99,2026-04-01',
    '| Name | Price | Renewal |\n|---|---|---|\n| Netflix | 12.99 | 2026-03-01 |',
    '2026-03-01 10:00:01 ERROR [db] refused host=10.0.0.1 port=5432\n2026-03-01 10:00:02 INFO [web] retry in 5s',
    '{"host":"db1","port":5432,"ssl":true}',
  ])('of %j', (text) => expect(contents(text)).toEqual([text]))
})
