import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { changesOf } from '../support/changing.js'
import type { Fields } from '../support/client.js'
import { databases } from '../support/database.js'
import { fullIngestOf, noted, user } from '../support/full-ingest.js'
import { rebuilt } from '../support/rebuilt.js'
import { served } from '../support/served.js'

describe.each(databases)('what wording makes certain, on $name', (database) => {
  const app = served(database)
  const { someone, send, contents } = fullIngestOf(app)
  const replaced = ({ outcomes = [] }: IngestResult) => outcomes.filter(({ replaces }) => replaces.length > 0)
  const [RENT, DEARER] = [user('My rent is 900 euros.'), user('My rent is 950 euros.')]

  test('a restatement supersedes what the same speaker said, in another session and in the same one, and can be undone', async () => {
    const [one, two] = [someone(), someone()]
    const [id = ''] = (await send(one, [RENT])).memoryIds
    const told = await send(one, [DEARER], { session_id: 'later' })
    expect(replaced(told)).toMatchObject([{ outcome: 'updated', reason: 'new_value', replaces: [id] }])
    expect(await contents(one)).toEqual([`User: ${DEARER.content}`])
    await changesOf(app).restore(one, id, 1)
    expect(await contents(one)).toHaveLength(2)
    expect(replaced(await send(two, [RENT, noted, DEARER]))).toHaveLength(1)
    expect(await contents(two)).toEqual([`Assistant: ${noted.content}`, `User: ${DEARER.content}`])
  })

  test('what was said earlier and is told later, what others say, an assistant and a quick ingest supersede nothing', async () => {
    const { user_id } = someone()
    const as = (agent_id: string) => ({ user_id, workspace_id: 'w', agent_id })
    await send(as('a'), [RENT])
    const of = { session_id: 'b', observed_at: '2020-01-01T10:00:00Z' }
    expect(replaced(await send(as('a'), [DEARER], of))).toEqual([])
    expect(replaced(await send(as('a'), [user('My rent is 960 euros.')], { session_id: 'c' }, 'ingest/quick'))).toEqual(
      [],
    )
    expect(
      replaced(await send(as('a'), [{ role: 'assistant', content: 'My rent is 970 euros.' }], { session_id: 'd' })),
    ).toEqual([])
    expect(replaced(await send(as('b'), [user('My rent is 980 euros.')]))).toEqual([])
    expect(await contents(as('a'))).toContain(`User: ${RENT.content}`)
  })

  test.each(['in one request', 'in the next one', 'in the next one, of a conversation of one turn'])(
    'a slip that is owned up to %s is corrected: the memory says what was meant, and its evidence is the slip',
    async (how) => {
      const who = someone()
      const appointment = user('My dentist appointment is on Wednesday.')
      const before = how.endsWith('turn') ? [appointment] : [appointment, noted]
      const chat = [appointment, noted, user('Sorry, I meant Thursday.')]
      if (how !== 'in one request') await send(who, before)
      const told = await send(who, chat)
      expect(replaced(told)).toMatchObject([{ outcome: 'updated', reason: 'correction' }])
      const meant = 'User: My dentist appointment is on Thursday.'
      expect(await contents(who)).toEqual([`Assistant: ${noted.content}`, meant])
      expect(await send(who, chat)).toMatchObject({ knownTurns: 3, memoryIds: [] })
    },
  )

  test('what is said last in one conversation is in force, and what is said there again is not superseded', async () => {
    const [one, two] = [someone(), someone()]
    await send(one, [RENT, noted, DEARER, noted, RENT])
    expect(await contents(one)).toEqual([`Assistant: ${noted.content}`, `User: ${RENT.content}`])
    await send(two, [RENT])
    await send(two, [DEARER, noted, RENT], { session_id: 't' })
    expect(await contents(two)).toContain(`User: ${RENT.content}`)
  })

  test('times that are given win over the order of a conversation', async () => {
    const who = someone()
    const at = (message: Fields, timestamp: string) => ({ ...message, timestamp })
    await send(who, [at(DEARER, '2025-01-01T10:00:00Z'), noted, at(RENT, '2020-01-01T10:00:00Z')])
    expect(await contents(who)).toContain(`User: ${DEARER.content}`)
  })

  test('a message that is edited supersedes nothing that was said behind it, and a plain statement no slot', async () => {
    const [one, two] = [someone(), someone()]
    const chat = [
      { ...RENT, id: 'm1' },
      { ...noted, id: 'm2' },
      { ...DEARER, id: 'm3' },
    ]
    await send(one, chat)
    await send(one, [{ ...user('My rent is 910 euros.'), id: 'm1' }, ...chat.slice(1)])
    expect(await contents(one)).toContain(`User: ${DEARER.content}`)
    await send(two, [{ ...RENT, key: 'rent' }])
    expect(replaced(await send(two, [DEARER], { session_id: 'plain' }))).toEqual([])
  })

  test('a slip, or a request to forget, alone in a request is about the last turn of its session, if that stands', async () => {
    const [one, two, three] = [someone(), someone(), someone()]
    const [monday, tuesday] = [user('The party is on Monday.'), user('Sorry, I meant Tuesday.')]
    for (const who of [one, two, three]) await send(who, [user('The pool opens at nine.'), noted])
    await send(one, [monday])
    expect(replaced(await send(one, [tuesday]))).toMatchObject([{ reason: 'correction' }])
    expect(await contents(one)).toContain('User: The party is on Tuesday.')
    const [id = ''] = (await send(two, [monday])).memoryIds
    expect((await send(two, [user('Forget that.')])).outcomes).toMatchObject([{ outcome: 'deleted', replaces: [id] }])
    expect((await send(two, [user('Forget that.')])).outcomes).toMatchObject([{ reason: 'forget_unclear' }])
    expect(await contents(two)).toContain('User: The pool opens at nine.')
    await send(three, [monday])
    expect(replaced(await send(three, [tuesday], { session_id: 'another' }))).toEqual([])
  })

  test('a slip in a slip is corrected, too', async () => {
    const who = someone()
    const said = ['The party is on Monday.', 'Sorry, I meant Tuesday.', 'Sorry, I meant Friday.'].map(user)
    await send(
      who,
      said.flatMap((each) => [each, noted]),
    )
    expect(await contents(who)).toEqual([`Assistant: ${noted.content}`, 'User: The party is on Friday.'])
  })

  test('texts without speakers supersede nothing of one another', async () => {
    const who = someone()
    for (const plan of ['basic', 'pro']) {
      const conversation = `The ${plan} plan has features.\n\nMy price is ${plan.length * 10} euros.`
      await app.ask('/v1/memories/ingest', { ...who, conversation, source_site: plan })
    }
    expect((await contents(who)).filter((each) => each.startsWith('My price'))).toHaveLength(2)
  })

  test('a slip of which it is not certain what was meant stays beside what was said', async () => {
    const who = someone()
    const said = [user('My rent is 900 and the deposit is 1800.'), noted, user('Sorry, I meant 950.')]
    expect(replaced(await send(who, said))).toEqual([])
    expect(await contents(who)).toHaveLength(3)
  })

  test('leaves the same rows when they are built anew', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
  })
})
