import { describe, expect, test } from 'vitest'
import { databases } from '../support/database.js'
import { FORMS, MISSES, OWN } from '../support/forget-forms.js'
import { fullIngestOf, noted, user } from '../support/full-ingest.js'
import { served } from '../support/served.js'

describe.each(databases)('a user who asks in their language that something be forgotten, on $name', (database) => {
  const app = served(database)
  const { someone, send, contents } = fullIngestOf(app)
  const said = (texts: readonly string[]) => texts.flatMap((text) => [user(text), noted])
  const mine = (all: readonly string[]) => all.filter((each) => each.startsWith('User: '))

  test.each(Object.entries(OWN))('is heard: %s', async (_, [statement, request]) => {
    const who = someone()
    const other = 'The pool opens at nine.'
    await send(who, said([statement, other]), {}, 'ingest/quick')
    const told = await send(who, [user(request)], { session_id: 'another' }, 'ingest/quick')
    expect(told.outcomes).toMatchObject([{ outcome: 'deleted', reason: 'forgotten' }])
    expect(mine(await contents(who))).toEqual([`User: ${other}`])
  })

  test.each(Object.entries(FORMS))('leaves no request as a memory: %s', async (_, texts) => {
    const who = someone()
    await send(who, said(texts), {}, 'ingest/quick')
    expect(mine(await contents(who))).toEqual([])
  })

  test.each(Object.entries(MISSES))('keeps what only looks like a request: %s', async (_, texts) => {
    const who = someone()
    await send(who, said(texts), {}, 'ingest/quick')
    expect(mine(await contents(who))).toEqual(texts.map((text) => `User: ${text}`).toSorted())
  })
})
