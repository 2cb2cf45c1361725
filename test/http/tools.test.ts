import { describe, expect, test } from 'vitest'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('the tools that somebody works with, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const ingest = async (who: Who, said: readonly string[], session: string) => {
    const messages = said.map((content) => ({ role: 'user', content }))
    const answer = await app.ask('/v1/memories/ingest/quick', {
      ...who,
      source_site: 'chat',
      messages,
      session_id: session,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const OTHERS = [
    'We always use 2 spaces for indentation.',
    'Which files we commit is written in the contributing guide.',
    'The product manager wants a package of features by May.',
    'We use conventional commits.',
    'Our engineering manager is Nora.',
  ]

  test.each([
    ['We use pnpm.', 'We switched from pnpm to bun.', 'Which package manager do we use?'],
    ['Our package manager is pnpm.', 'We switched to bun.', 'What is our package manager?'],
    ['We use pnpm for packages.', 'We now use bun instead of pnpm.', 'Which package manager are we using now?'],
    ['Our test runner is Jest.', 'We migrated from Jest to Vitest.', 'Which test framework do we use?'],
    ['We use Prettier for formatting.', 'We replaced Prettier with Biome.', 'Which formatter do we use?'],
    ['CI runs on Jenkins.', 'We moved our CI from Jenkins to GitHub Actions.', 'Which CI do we use?'],
    ['Our database is MySQL.', 'We migrated from MySQL to Postgres.', 'Which database do we use?'],
    ['We deploy to AWS.', 'We moved from AWS to Hetzner.', 'Which cloud provider do we use?'],
    ['I use VS Code.', 'I switched from VS Code to Neovim.', 'Which editor do I use?'],
    ['Our frontend framework is React.', 'The team moved from React to Svelte.', 'What frontend framework do we use?'],
    ['Unser Paketmanager ist pnpm.', 'Wir sind von pnpm auf bun umgestiegen.', 'Welchen Paketmanager nutzen wir?'],
  ])('"%s" is found behind "%s"', async (first, later, question) => {
    const who = someone()
    await ingest(who, [...OTHERS, first], 'a')
    expect((await client.search(who, question)).memories[0]?.content).toBe(`User: ${first}`)
    await ingest(who, [later], 'b')
    expect((await client.search(who, question)).memories[0]?.content).toBe(`User: ${later}`)
  })
})
