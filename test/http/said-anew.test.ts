import { describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { searchedBothWays } from '../support/searched-both-ways.js'
import { served } from '../support/served.js'

const idsOf = ({ memories }: Schemas['SearchAnswer']) => memories.map(({ id }) => id)
const JANUARY = { observed_at: '2026-01-01' }
const MARCH = { observed_at: '2026-03-01' }

describe.each(searchedBothWays(databasesFor(import.meta.url)))(
  'what seems to be said anew, searched $way, on $name',
  ({ variables, ...database }) => {
    const app = served(database, variables)
    const client = clientOf(app)
    let users = 0
    const user = (): Who => ({ user_id: `skipper ${users++}` })

    test('the wording of two changes their order, and nothing else', async () => {
      const who = user()
      const old = await client.keep(who, 'The gateway listens on port 8080, every gateway.', JANUARY)
      const later = await client.keep(who, 'The gateway listens on port 9090 these days.', MARCH)
      const asked = 'On which port does the gateway listen, which gateway?'
      for (const more of [{}, { current_only: true }]) {
        const answer = await client.search(who, asked, more)
        const outdated = answer.memories.map(({ outdated_by }) => outdated_by)
        expect([idsOf(answer), outdated, answer.consensus]).toEqual([[later, old], [null, null], undefined])
      }
      const was = await client.search(who, 'On which port did the gateway listen at first, which gateway?')
      expect(idsOf(was)).toEqual([old, later])
    })

    /** Which of both comes first when they are said in this order. */
    const firstOf = async (asked: string, said: readonly [string, string]) => {
      const who = user()
      const old = await client.keep(who, said[0], JANUARY)
      const later = await client.keep(who, said[1], MARCH)
      const [first] = idsOf(await client.search(who, asked, { threshold: 0 })).filter((id) => [old, later].includes(id))
      return first === later ? said[1] : said[0]
    }

    test('the later comes first where it tells of a change, and where it only tells more of the same thing it does not', async () => {
      const first = 'The night ferry to Tavira leaves at ten from the old quay, the ferry.'
      const change = 'These days the night ferry to Tavira leaves at noon from the new quay.'
      const more = 'Ferry and passengers to Tavira meet at the new quay by night, late.'
      const asked = 'When does the night ferry to Tavira leave, which ferry?'
      expect(await firstOf(asked, [first, change])).toBe(change)
      expect(await firstOf(asked, [first, more])).toBe(first)
    })

    test('what somebody says of themself is no news of what somebody else said', async () => {
      const first = 'Ana: The night ferry to Tavira leaves at ten from the old quay, the ferry.'
      const second = 'Ben: I take the ferry to Tavira by night these days.'
      expect(await firstOf('When does the night ferry to Tavira leave, which ferry?', [first, second])).toBe(first)
    })

    test('what says something else stays behind what matches better, however much later it was said', async () => {
      const said = [
        'The boat is moored in the old harbour of Faro.',
        'The engine of the boat went to a museum in Faro.',
      ]
      const asked = 'In which harbour is the boat moored?'
      const orderOf = async (conversations: readonly string[]) => {
        const who = user()
        for (const conversation of conversations) await client.tell(who, conversation)
        const { memories } = await client.search(who, asked)
        return memories.map(({ content }) => content.includes('engine'))
      }
      expect(await orderOf([`Ana: ${said[0]}\nAna: ${said[1]}`])).toEqual([false, true])
      expect(await orderOf([`Ana: ${said[0]}`, `Ana: ${said[1]}`])).toEqual([false, true])
    })
  },
)
