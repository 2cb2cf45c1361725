import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { changesOf } from '../support/changing.js'
import type { Fields } from '../support/client.js'
import { databases } from '../support/database.js'
import { fullIngestOf, noted, user } from '../support/full-ingest.js'
import { rebuilt } from '../support/rebuilt.js'
import { served } from '../support/served.js'

describe.each(databases)('a user who asks that something be forgotten, on $name', (database) => {
  const app = served(database)
  const { client, someone, send, contents } = fullIngestOf(app)
  const forgotten = ({ outcomes = [] }: IngestResult) => outcomes.filter(({ outcome }) => outcome === 'deleted')
  const LOCKER = user('The word for the locker is banana.')

  test('of what they said last is heard, in one request and in the next, once; restoring brings it back', async () => {
    const [one, two] = [someone(), someone()]
    const told = await send(one, [LOCKER, noted, user('Forget that, please.')])
    expect(forgotten(told)).toMatchObject([{ reason: 'forgotten', replaces: [told.memoryIds[0]] }])
    expect(await contents(one)).toEqual([`Assistant: ${noted.content}`])
    const [id = ''] = (await send(two, [LOCKER, noted])).memoryIds
    const chat = [LOCKER, noted, user('Forget what I just said.')]
    expect(forgotten(await send(two, chat))).toMatchObject([{ replaces: [id] }])
    expect(await contents(two)).toEqual([`Assistant: ${noted.content}`])
    expect((await client.trail(two, id)).trail.at(-1)).toMatchObject({ action: 'delete', reason: 'forgotten' })
    await changesOf(app).restore(two, id, 1)
    expect(await send(two, chat)).toMatchObject({ knownTurns: 3, memoryIds: [] })
    expect(await contents(two)).toContain(`User: ${LOCKER.content}`)
  })

  test.each(['ingest', 'ingest/quick'])(
    'directly after a statement takes that one back, alone too: %s',
    async (path) => {
      const [one, two] = [someone(), someone()]
      for (const who of [one, two]) await send(who, [user('The pool opens at nine.'), noted], {}, path)
      const told = await send(one, [LOCKER, noted, user('Scratch that.')], {}, path)
      expect(told.outcomes?.filter(({ reason }) => reason !== 'new')).toMatchObject([
        { outcome: 'deleted', reason: 'forgotten', replaces: [told.memoryIds[0]] },
      ])
      const [id = ''] = (await send(two, [LOCKER], {}, path)).memoryIds
      expect((await send(two, [user('Actually, scratch that.')], {}, path)).outcomes).toMatchObject([
        { outcome: 'deleted', replaces: [id] },
      ])
      // What stood before is not what was said last.
      const again = await send(two, [user('Scratch that.')], {}, path)
      expect(again).toMatchObject({ memoryIds: [], outcomes: [{ outcome: 'skipped', reason: 'forget_unclear' }] })
      for (const who of [one, two]) expect(await contents(who)).toContain('User: The pool opens at nine.')
      for (const who of [one, two]) expect((await contents(who)).join()).not.toMatch(/banana|cratch/)
    },
  )

  test.each(['ingest', 'ingest/quick'])(
    'takes nothing that is stated after it in the same request: %s',
    async (path) => {
      const said = 'My dentist is Dr Klein.'
      const again = [user(said), user('Scratch that.'), user(said)]
      const [fresh, known, twice] = [someone(), someone(), someone()]
      const [id] = (await send(known, [user(said)], { session_id: 'earlier' }, path)).memoryIds
      for (const who of [fresh, known]) {
        const told = await send(who, [...again, user(said)], {}, path)
        expect(told).toMatchObject({ memoriesDeleted: 1, duplicates: who === fresh ? 1 : 2 })
        expect(forgotten(told)).toHaveLength(1)
        expect(await contents(who)).toEqual([`User: ${said}`])
      }
      expect((await client.trail(known, String(id))).trail.at(-1)).toMatchObject({ action: 'delete' })
      // Each request takes what was stated before it.
      expect(forgotten(await send(twice, [...again, user('Forget that.'), user(said)], {}, path))).toHaveLength(2)
      expect(await contents(twice)).toEqual([`User: ${said}`])
      // Where a request takes nothing, what is stated again is a further telling.
      const unclear = await send(someone(), [user(said), user('Forget my horoscope.'), user(said)], {}, path)
      expect(unclear).toMatchObject({ memoriesStored: 1, duplicates: 1 })
    },
  )

  test.each(['No, scratch that.', 'Forget I said that.', 'Oublie ça.', 'Nein, vergiss das.'])(
    'of what was said last is heard in other words: %s',
    async (request) => {
      const who = someone()
      expect(forgotten(await send(who, [LOCKER, noted, user(request)], {}, 'ingest/quick'))).toHaveLength(1)
      expect((await contents(who)).join()).not.toContain('User')
    },
  )

  test.each(['ingest', 'ingest/quick'])('of another session is not what was said last: %s', async (path) => {
    const who = someone()
    await send(who, [LOCKER], {}, path)
    await send(who, [user('Scratch that.')], { session_id: 'another' }, path)
    expect(await contents(who)).toEqual([`User: ${LOCKER.content}`])
  })

  test.each([
    ['Forget my address.', 'My address is 5 Mill Lane.', "My sister's address is 9 Hill Road."],
    ['Bitte vergiss meine Adresse.', 'Meine Adresse ist Mühlweg 5.', 'Die Adresse meiner Schwester ist Bergstraße 9.'],
    ['私の住所を忘れてください。', '私の住所は渋谷区1-2です。', '姉の住所は港区3-4です。'],
  ])('of what is theirs is heard: %s', async (request, own, other) => {
    const who = someone()
    await send(who, [user(own), noted, user(other), noted])
    expect(forgotten(await send(who, [user(request)], { session_id: 'another' }))).toHaveLength(1)
    const left = (await contents(who)).join()
    expect([left.includes(own), left.includes(other), left.includes(request)]).toEqual([false, true, false])
  })

  test.each([
    ['says more', ['My address is 5 Mill Lane. Nina keeps bees.']],
    ['has a further clause', ['My address is Main St 4 and my phone number is 555 0199.']],
    ['has a further clause behind a comma', ['My address is Main St 4, the code is 12.']],
    ['names somebody', ['My address is that of Nina Brown.']],
    ['is one of too many', [1, 2, 3, 4].map((n) => `My address in year ${n} was ${n} Mill Lane.`)],
  ])('is told what they may mean, and nothing is deleted, where it %s', async (_, said) => {
    const who = someone()
    const { memoryIds } = await send(
      who,
      said.flatMap((each) => [user(each), noted]),
    )
    const before = await contents(who)
    const { outcomes = [], memoriesSkipped } = await send(who, [user('Forget my address.')])
    expect([outcomes.length, memoriesSkipped]).toEqual([1, 1])
    expect(outcomes).toMatchObject([{ outcome: 'skipped', reason: 'forget_unclear' }])
    expect(memoryIds).toEqual(expect.arrayContaining([...(outcomes[0]?.replaces ?? [])]))
    expect(outcomes[0]?.replaces).toHaveLength(said.length)
    expect(await contents(who)).toEqual(before)
  })

  test.each([
    ['Delete my address from memory.', 'My address is 5 Mill Lane.'],
    ["Don't remember my birthday.", 'My birthday is on 3 May.'],
    ['Please remove my shoe size from your memory', 'My shoe size is 38.'],
    ['Remove my locker number.', 'My locker number is 12.'],
    ['Stop remembering my blood type', 'My blood type is A.'],
    ['Forget my  locker code.', 'My locker   code is walnut!'],
    ['Please forget what I said about the trips.', 'The trip to Rome starts on Friday.'],
    ['Please forget that my address is Main St 4.', 'My address is Main St 4.'],
    ['Forget where I live.', 'I live in Oslo.'],
    ['Delete the fact that I live in Oslo.', 'I live in Oslo.'],
    ['Delete the memory about my address.', 'My address is Main St 4.'],
    ["Please don't store my address.", 'My address is Main St 4.'],
    ['You can forget my address now.', 'My address is Main St 4.'],
    ['No, forget my address.', 'My address is Main St 4.'],
    ['Vergiss, dass meine Adresse Mühlweg 5 ist.', 'Meine Adresse ist Mühlweg 5.'],
    ['Forget my therapist.', 'My therapist is Dr Weber.'],
    ['Forget my favourite colours.', 'My favourite colours are red and blue.'],
    ['Erase everything I told you about Nina.', 'Nina Brown is moving to Leeds.'],
    ['Forget that I work as a nurse.', 'I work as a nurse.'],
    ['Lösche meine Adresse aus deinem Gedächtnis.', 'Meine Adresse ist Mühlweg 5.'],
    ['Vergiss, was ich über die Reise gesagt habe.', 'Die Reise nach Rom beginnt am Freitag.'],
    ['Borra mi dirección de tu memoria, por favor.', 'Mi dirección es Calle Mayor 5.'],
    ['Ne retiens pas mon adresse.', 'Mon adresse est 5 rue du Moulin.'],
    ['Удали мой адрес из памяти.', 'Мой адрес: улица Мира, 5.'],
    ['从记忆中删除我的地址。', '我的地址是中山路5号。'],
  ])('in other words is heard, and is no memory: %s', async (request, own) => {
    const who = someone()
    const other = 'The pool opens at nine.'
    const { memoryIds } = await send(who, [user(own), noted, user(other), noted])
    for (const path of ['ingest/quick', 'ingest']) {
      const told = await send(who, [user(request)], { session_id: path }, path)
      expect(told.memoryIds).toEqual([])
      if (path === 'ingest/quick') expect(forgotten(told)).toMatchObject([{ replaces: [memoryIds[0]] }])
      if (path === 'ingest/quick') await changesOf(app).restore(who, String(memoryIds[0]), 1)
      else expect(forgotten(told)).toHaveLength(1)
    }
    const left = (await contents(who)).join()
    expect([left.includes(own), left.includes(other), left.includes(request)]).toEqual([false, true, false])
  })

  test.each([
    'Remove the onions from the recipe.',
    "Don't forget my birthday.",
    'I deleted the file with my address.',
    'The delete key of my laptop is broken.',
    'Delete my account.',
    'No, do not forget my address.',
    'No olvides mi dirección.',
    'Remove my jacket from the list.',
    'Delete the cache from memory.',
    'Lösche mein Konto.',
    'Supprime le fichier de mon adresse.',
  ])('is not what only looks like it, which stays a memory: %s', async (said) => {
    const who = someone()
    const before = ['My address is 5 Mill Lane.', 'My birthday is on 3 May.', 'The file is in the attic.']
    await send(
      who,
      before.flatMap((each) => [user(each), noted]),
    )
    for (const path of ['ingest/quick', 'ingest'])
      expect(
        forgotten(await send(who, [user(said), user('Good morning!'), user(said)], { session_id: path }, path)),
      ).toEqual([])
    const kept = await contents(who)
    for (const each of [...before, said]) expect(kept.filter((content) => content === `User: ${each}`)).toHaveLength(1)
  })

  const asking = { role: 'assistant', content: 'Nice, how long has that been so?' }

  test.each(['Scratch that.', 'Forget my address.', 'Delete my address from memory.', 'Vergiss meine Adresse.'])(
    'after a question of the assistant is heard all the same: %s',
    async (request) => {
      const who = someone()
      const own = request.startsWith('Vergiss') ? 'Meine Adresse ist Mühlweg 5.' : 'My address is 5 Mill Lane.'
      const told = await send(who, [user(own), asking, user(request)], {}, 'ingest/quick')
      expect(forgotten(told)).toHaveLength(1)
      expect((await contents(who)).join()).not.toMatch(/User:/)
    },
  )

  test('is not an answer that tells of a bad memory', async () => {
    const who = someone()
    await send(who, [user('My flight number is LH 123.'), noted])
    const question = { role: 'assistant', content: 'Which flight number do you have?' }
    await send(who, [question, user("Don't remember my flight number.")], { session_id: 'b' }, 'ingest/quick')
    expect((await contents(who)).join()).toMatch(/LH 123.*|Don't remember/)
    expect((await contents(who)).filter((content) => content.includes('flight number'))).toHaveLength(2)
  })

  test('of what is so takes not what denies it, and the other way round', async () => {
    const who = someone()
    await send(who, [user("I don't like green tea."), noted])
    const asked = async (request: string) => send(who, [user(request)], { session_id: request }, 'ingest/quick')
    expect(forgotten(await asked('Forget that I like green tea.'))).toEqual([])
    expect(forgotten(await asked('Forget that I do not like green tea.'))).toHaveLength(1)
  })

  test.each([
    ['Forget that I live in Oslo.', 'I live in Oslo.', 'My sister wants to live in Oslo.'],
    ["Forget that I'm allergic to nuts.", 'I am allergic to nuts.', 'Those cookies are for people allergic to nuts.'],
    ['Vergiss, dass ich in Oslo wohne.', 'Ich wohne in Oslo.', 'Meine Schwester will in Oslo wohnen.'],
    ["Oublie que j'habite à Oslo.", "J'habite à Oslo.", 'Ma cousine habite à Oslo.'],
    ['Vergeet dat ik in Oslo woon.', 'Ik woon in Oslo.', 'Mijn zus woont in Oslo.'],
  ])('of themselves takes nothing that is said of another: %s', async (request, own, other) => {
    const who = someone()
    await send(who, [user(other), noted])
    expect(forgotten(await send(who, [user(request)], { session_id: 'before' }, 'ingest/quick'))).toEqual([])
    const [id] = (await send(who, [user(own), noted], { session_id: 'own' })).memoryIds
    const told = await send(who, [user(request)], { session_id: 'after' }, 'ingest/quick')
    expect(forgotten(told)).toMatchObject([{ replaces: [id] }])
    expect(await contents(who)).toContain(`User: ${other}`)
  })

  test.each([
    ['I live in Oslo and work as a nurse.', 'Forget that I live in Oslo.'],
    ['My salary is 4000 euros a month, and my rent is 900.', 'Forget my salary.'],
    ['Ich wohne in Oslo und arbeite als Krankenpfleger.', 'Vergiss, dass ich in Oslo wohne.'],
    ["J'habite à Oslo et je travaille comme infirmier.", "Oublie que j'habite à Oslo."],
  ])('takes no further clause along: %s', async (said, request) => {
    const who = someone()
    const { memoryIds } = await send(who, [user(said)], { session_id: 'a' })
    const { outcomes } = await send(who, [user(request)], { session_id: 'b' }, 'ingest/quick')
    expect(outcomes).toMatchObject([{ reason: 'forget_unclear', replaces: memoryIds }])
    expect(await contents(who)).toEqual([`User: ${said}`])
  })

  test('is heard where sixty others say it, of whom each is another speaker', async () => {
    const who = someone()
    const says = (name: string, code: number) => ({ role: 'user', name, content: `My locker code is ${code}.` })
    const [id] = (await send(who, [says('Bob', 4711)], { session_id: 'bob' }, 'ingest/quick')).memoryIds
    const others = Array.from({ length: 60 }, (_, i) => says(`Guest ${i}`, 5000 + i))
    await send(who, others, { session_id: 'others' }, 'ingest/quick')
    const request = { role: 'user', name: 'Bob', content: 'Forget my locker code.' }
    expect(forgotten(await send(who, [request], { session_id: 'later' }))).toMatchObject([{ replaces: [id] }])
  })

  test('is heard where an assistant has said it sixty times', async () => {
    const who = someone()
    const [id] = (await send(who, [user('My locker code is 4711.')], { session_id: 'own' }, 'ingest/quick')).memoryIds
    const others = Array.from({ length: 60 }, (_, i) => ({
      ...noted,
      content: `The locker code of room ${i} is ${5000 + i}.`,
    }))
    await send(who, others, { session_id: 'others' }, 'ingest/quick')
    const told = await send(who, [user('Forget my locker code.')], { session_id: 'later' })
    expect(forgotten(told)).toMatchObject([{ replaces: [id] }])
  })

  test.each(['ingest', 'ingest/quick'])('by a role that is a name is theirs alone: %s', async (path) => {
    const who = someone()
    const says = (role: string, content: string) => ({ role, content })
    const mine = 'My locker code is walnut.'
    await send(who, [user(mine), says('Alice', mine), says('Bob', mine)], {}, path)
    const told = await send(who, [says('Bob', 'Forget my locker code.')], { session_id: 'later' }, path)
    expect([told.memoryIds, forgotten(told)]).toMatchObject([[], [{ reason: 'forgotten' }]])
    expect(await contents(who)).toEqual([`Alice: ${mine}`, `User: ${mine}`])
    await send(
      who,
      [user(mine), says('Bob', 'The pool opens at nine.'), says('Bob', 'Scratch that.')],
      { session_id: 'last' },
      path,
    )
    expect(await contents(who)).toEqual([`Alice: ${mine}`, `User: ${mine}`])
  })

  test('takes what nobody named said of somebody', async () => {
    const who = someone()
    await client.keep(who, 'Ana lives in Lisbon.')
    expect(forgotten(await send(who, [user('Forget what I told you about Ana.')]))).toHaveLength(1)
  })

  test('takes nothing that holds none of its words, and names what holds some', async () => {
    const who = someone()
    const said = ['The party is on Friday.', 'My new address is 5 Mill Lane.', 'I work as a nurse.']
    const { memoryIds } = await send(
      who,
      said.flatMap((each) => [user(each), noted]),
    )
    const asked = async (request: string) => (await send(who, [user(request)], { session_id: request })).outcomes
    const unclear = { outcome: 'skipped', reason: 'forget_unclear' }
    expect(await asked('Forget what I said about art.')).toMatchObject([{ ...unclear, replaces: [] }])
    expect(await asked('Forget my home address.')).toMatchObject([{ ...unclear, replaces: [memoryIds[2]] }])
    expect(await asked('Forget everything about me.')).toMatchObject([{ ...unclear, replaces: [] }])
    expect(await contents(who)).toEqual(expect.arrayContaining(said.map((each) => `User: ${each}`)))
  })

  test('of a statement that is known already, or that was changed at once, deletes nothing else', async () => {
    const who = someone()
    const [, , locker = ''] = (await send(who, [user('The pool opens at nine.'), noted, LOCKER, noted])).memoryIds
    const again = await send(who, [LOCKER, noted, user('Forget that.')], { session_id: 'b' })
    expect(forgotten(again)).toMatchObject([{ replaces: [locker] }])
    expect(await contents(who)).toEqual([`Assistant: ${noted.content}`, 'User: The pool opens at nine.'])
    const twice = [
      user('The cat is called Miso.'),
      user('Forget that.'),
      user('The dog is called Rex.'),
      user('Forget that.'),
    ]
    expect(forgotten(await send(who, twice, { session_id: 'c' }))).toHaveLength(2)
    expect((await contents(who)).join()).not.toMatch(/Miso|Rex/)
    await send(who, [user('My car insurance expires in May.'), noted], { session_id: 'd' })
    expect(forgotten(await send(who, [user('Forget my car.')], { session_id: 'e' }))).toEqual([])
  })

  test('leaves no conflict about what is forgotten', async () => {
    const { user_id } = someone()
    const as = (agent_id: string) => ({ user_id, workspace_id: 'w', agent_id })
    await send(as('a'), [user('The API gateway listens on port 8080.')])
    const told = await send(as('b'), [user('The API gateway listens on port 9090.'), user('Forget that.')])
    expect([forgotten(told).length, told.conflicts]).toEqual([1, undefined])
    await send(as('c'), [user('The API gateway listens on port 7070.')], { session_id: 'c' })
    await send(as('a'), [user('The API gateway listens on port 8080.'), noted, user('Forget that.')])
    const open = await app.ask<{ total: number }>(`/v1/agents/conflicts?user_id=${user_id}&workspace_id=w&agent_id=c`)
    expect(open.status).toBe(200)
  })

  test('is heard of their own memories alone, and not by an assistant or a preview', async () => {
    const { user_id } = someone()
    const as = (agent_id: string) => ({ user_id, workspace_id: 'w', agent_id })
    await send(as('a'), [user('My address is 5 Mill Lane.')])
    const { outcomes } = await send(as('b'), [user('Forget my address.')])
    expect(outcomes).toMatchObject([{ reason: 'forget_unclear', replaces: [] }])
    await send(as('a'), [{ role: 'assistant', content: 'Forget my address.' }], { session_id: 'of an assistant' })
    const preview = await app.ask<{ facts: readonly Fields[] }>('/v1/memories/ingest/preview', {
      ...as('a'),
      messages: [user('Please forget my address.')],
      source_site: 'chat',
    })
    expect(preview.body.facts).toMatchObject([{ outcome: 'deleted', reason: 'forgotten' }])
    expect(await contents(as('a'))).toContain('User: My address is 5 Mill Lane.')
    const quick = await send(as('a'), [user('Forget my address.')], { session_id: 'quick' }, 'ingest/quick')
    expect(quick).toMatchObject({ memoriesDeleted: 1, outcomes: [{ outcome: 'deleted', reason: 'forgotten' }] })
    expect(await contents(as('a'))).not.toContain('User: My address is 5 Mill Lane.')
  })

  test('leaves the same rows when they are built anew', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
  })
})
