import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'

/** As written, a part that people ask for, and what is nearly the same beside what one wrong character makes. */
const identifiers: readonly (readonly [written: string, part: string, ...near: readonly string[]])[] = [
  ["O'Brien", 'brien', 'Brian', "O'Bryan"],
  ['Jean-Luc', 'luc', 'Jean', 'Lucas'],
  ['María José', 'maria', 'María Luz', 'José Luis'],
  ['1,250,000', '1250000', '250,000', '1,250'],
  ['3.50', '3.50', '3', '50', '3.5.0'],
  ['42', '42', '4.2', '420', '142'],
  ['INV-20931', '20931', 'INV 2093', '20931-B'],
  ['550e8400-e29b-41d4-a716-446655440000', '446655440000'],
  ['DE89 3704 0044 0532 0130 01', 'DE89370400440532013001'],
  ['#55-A', '55-A', '#55', '#55-B', '55'],
  ['user_profile_id', 'profile', 'user_id', 'profile_id', 'user profile'],
  ['getUserName', 'username', 'getUser', 'setUserName', 'user name'],
  ['XMLHttpRequest', 'http', 'XMLRequest', 'HttpRequest'],
  ['kebab-case-name', 'kebab', 'kebab-name', 'case-name'],
  ['C++', 'C++', 'C', 'C#', 'D'],
  ['C#', 'C#', 'C', 'C++', 'F#'],
  ['.NET', 'net', 'a net', 'ASP'],
  ['node.js', 'node', 'node', 'js', 'vue.js'],
  ['std::vector', 'vector', 'std::map', 'vector'],
  ['@types/node', 'types', 'types of node', '@types/react'],
  ['--dry-run', 'dry', '--run', 'dry', '--wet-run'],
  ['anna.smith@example.com', 'example.com', 'smith@example.org', 'anna@example.com'],
  ['https://docs.acme.dev/guide/setup?lang=en#start', 'docs.acme.dev', 'https://docs.acme.dev/guide'],
  ['/etc/nginx/nginx.conf', 'nginx.conf', '/etc/nginx', '/etc/apache/apache.conf'],
  ['C:\\Users\\anna\\notes.txt', 'notes.txt', 'C:\\Users\\anna', 'D:\\notes'],
  ['192.168.0.17', '192.168.0.17', '192.168.0.1', '168.0.17'],
  ['2001:db8::8a2e:370:7334', '8a2e'],
  ['v2.13.4-beta.1', '2.13.4', 'v2.13.4', 'v2.13.4-beta.2'],
  ['+49 170 1234567', '1234567', '+49 170'],
  ['0172 334 5566', '01723345566', '0172 334'],
  ['+49 171 765-4321', '+491717654321', '+49 171'],
  ['(555) 010-4477', '4477', '(555) 010'],
  ['2024-05-07', '2024-05-07', '2024-05', '2024-07-05'],
  ['7.5.2024', '7.5.2024', '5.7.2024', '7.5.'],
  ['05/07/2024', '05/07/2024', '07/05/2024', '05/07'],
  ['May 7, 2024', 'May 7', 'May 2024', '7 June 2024'],
  ['PO#8841/27', '8841', 'PO#8841', '8841/28'],
  ['RTX4090', '4090', 'RTX 409', 'GTX4090'],
  ['AT&T', 'AT&T', 'A&T', 'AT'],
]

const carriers = [
  (it: string) => `Please keep ${it} in mind for the next meeting.`,
  (it: string) => `Our neighbour asked about ${it} yesterday evening.`,
  (it: string) => `On the whiteboard somebody wrote ${it} in red.`,
  (it: string) => `The answer to the second question was ${it}, I think.`,
  (it: string) => `Bring ${it} up when you call the office.`,
  (it: string) => `There was a long talk about ${it} at lunch.`,
  (it: string) => `Rosa found ${it} in an old letter.`,
]
const said = (it: string, i: number): string => carriers[i % carriers.length]?.(it) ?? it

/** The nth with another letter or digit in one place. */
const misread = (written: string, n: number): string => {
  const places = [...written.matchAll(/[a-z0-9]/gi)].map(({ index }) => index)
  const at = places[(n * 7) % places.length] ?? 0
  const step = 1 + Math.floor(n / places.length)
  const from = written.charAt(at)
  const row = /\d/.test(from)
    ? '0123456789'
    : /[a-z]/.test(from)
      ? 'abcdefghijklmnopqrstuvwxyz'
      : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  return written.slice(0, at) + row.charAt((row.indexOf(from) + step) % row.length) + written.slice(at + 1)
}
const nearMisses = (written: string, near: readonly string[]): readonly string[] => {
  const made = Array.from({ length: 40 }, (_, n) => misread(written, n))
  return [...new Set([...near, ...made])].filter((each) => each !== written).slice(0, 20)
}

describe.each(databasesFor(import.meta.url))('identifiers on $name', (database) => {
  let close: () => Promise<void>
  let client: Client
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
    await client.tell({ user_id: 'all' }, identifiers.map(([written], i) => said(written, i)).join('\n\n'))
    for (const [written, , ...near] of identifiers) {
      const texts = nearMisses(written, near).map(said)
      await client.tell(
        { user_id: written },
        [...texts.slice(0, 10), said(written, 10), ...texts.slice(10)].join('\n\n'),
      )
    }
  })
  afterAll(() => close())

  test.each(identifiers)('%s is found first among its near misses', async (written) => {
    const { memories } = await client.search({ user_id: written }, written, { limit: 3 })
    expect(memories[0]?.content).toBe(said(written, 10))
  })

  test.each(identifiers.map(([written, part], i) => [written, part, i] as const))(
    '%s is found by %s',
    async (written, part, i) => {
      const { memories } = await client.search({ user_id: 'all' }, part, { limit: 3 })
      expect(memories.map(({ content }) => content)).toContain(said(written, i))
    },
  )
})
