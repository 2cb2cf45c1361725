import { describe, expect, test } from 'vitest'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { searchedBothWays } from '../support/searched-both-ways.js'
import { served } from '../support/served.js'

const PLAY = [
  { role: 'user', content: "Let's role-play a job interview, you are the interviewer." },
  { role: 'assistant', content: 'Good morning! Where do you live, and for whom do you work?' },
  { role: 'user', content: 'I live in Porto these days, and I work for the Harbour Bakery now.' },
]
const ENDED = [
  { role: 'user', content: 'Enough role-play, thanks. Back to my kitchen shelves.' },
  { role: 'assistant', content: 'Sure.' },
  { role: 'user', content: 'I live in Graz now.' },
]

describe.each(searchedBothWays(databasesFor(import.meta.url)))(
  'what is said while people play parts, searched $way, on $name',
  ({ variables, ...database }) => {
    const app = served(database, variables)
    const client = clientOf(app)

    const tell = async (who: Who, mode: 'ingest' | 'ingest/quick', messages: readonly object[]) => {
      const body = { ...who, source_site: 'chat', messages }
      const { status } = await app.ask(`/v1/memories/${mode}`, body)
      expect(status).toBe(200)
    }
    const found = async (who: Who) => {
      const { memories } = await client.search(who, 'Where do I live?', { threshold: 0 })
      return memories.flatMap(({ content }) => /Vienna|Porto|Graz/.exec(content)?.[0] ?? [])
    }

    test.each([
      ['ingest', 'at once', [PLAY]],
      ['ingest', 'turn by turn', PLAY.map((_, i) => PLAY.slice(0, i + 1))],
      ['ingest/quick', 'at once', [PLAY]],
      ['ingest/quick', 'turn by turn', PLAY.map((_, i) => PLAY.slice(0, i + 1))],
    ] as const)('comes behind what is so, and closes nothing: by %s, told %s', async (mode, how, told) => {
      const who: Who = { user_id: `${mode} ${how}` }
      await tell(who, mode, [{ role: 'user', content: 'I live in Vienna.' }])
      for (const messages of told) await tell(who, mode, messages)
      expect(await found(who)).toEqual(['Vienna', 'Porto'])
      await tell(who, mode, [...PLAY, ...ENDED])
      const still = await found(who)
      expect(still[0]).toBe('Graz')
      expect(still.includes('Vienna')).toBe(mode === 'ingest/quick')
    })
  },
)
