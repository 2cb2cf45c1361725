import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { type Client, clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'

/** A memory, and misspelt words that mean one of its own. */
const misspelt: readonly (readonly [memory: string, ...words: readonly string[]])[] = [
  [
    'My brother bought a telescope in Edinburgh.',
    'telescpoe',
    'telesope',
    'etlescope',
    'relescope',
    'Edinburg',
    'Edingburgh',
  ],
  ['The restaurant by the harbour serves lobster.', 'restaraunt', 'resturant', 'harbuor', 'lobsterr'],
  ['Katherine conducts the neighbourhood orchestra.', 'Katharine', 'Kathrine', 'orchestar', 'neigbourhood'],
  ['We postponed the appointment with the veterinarian.', 'apointment', 'appointmnet', 'veterinerian', 'postpond'],
  ['Dmitri repaired the accordion for the wedding.', 'Dimitri', 'acordion', 'accordian', 'weding'],
  ['Meine Großmutter backt jeden Sonntag Apfelkuchen.', 'Apfelkuchn', 'Grosmutter', 'Sontag', 'Apfelkcuhen'],
  ['Herr Schröder hat den Staubsauger verliehen.', 'Schröter', 'Staubsuager', 'Staubsager', 'verleihen'],
  ['Die Bibliothek schließt wegen Renovierung.', 'Biblothek', 'Bibliotek', 'Rennovierung', 'Renoviereung'],
  ['Mi vecina vende zapatos en Guadalajara.', 'Guadalajra', 'Gudalajara', 'zapatso', 'vezina'],
  ['El veterinario vacunó a nuestra tortuga.', 'beterinario', 'tortugga', 'totruga', 'vetrinario'],
  ['Rodríguez perdió el pasaporte en el aeropuerto.', 'Rodriges', 'aeropurto', 'pasaprote', 'areopuerto'],
  ['Моя бабушка выращивает клубнику на даче.', 'бабшука', 'клубинку', 'клубнкиу', 'выращивет'],
  ['Владимир починил холодильник в субботу.', 'Владмир', 'холодилник', 'холодилньик', 'суботу'],
  ['Библиотека закрыта до понедельника.', 'библеотека', 'библиотка', 'понидельника', 'панедельника'],
]
const cases = misspelt.flatMap(([memory, ...words]) => words.map((word) => [word, memory] as const))

const alone: Who = { user_id: 'u' }
const agent = (agent_id: string): Who => ({ user_id: 'shared', workspace_id: 'w', agent_id })
const lone: Who = { user_id: 'lone', workspace_id: 'w', agent_id: 'a' }

describe.each(databasesFor(import.meta.url))('typing errors on $name', (database) => {
  let close: () => Promise<void>
  let client: Client
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
    const visible = 'The lantern on the porch is broken.\n\nTomás plays the marimba on Fridays.'
    await client.tell(alone, misspelt.map(([memory]) => memory).join('\n\n'))
    await client.tell(alone, 'A lantern and a latern are not the same here.')
    await client.tell(agent('a'), visible)
    await client.tell(lone, visible)
    await client.tell(agent('b'), 'The zeppelin is hidden in the lanterna and the marimbo.', {
      visibility: 'agent_only',
    })
  })
  afterAll(() => close())

  const look = async (who: Who, query: string) => {
    const { memories, observability } = await client.search(who, query, { limit: 3, threshold: 1, trace: true })
    return {
      contents: memories.map(({ content }) => content),
      scores: memories.map(({ score }) => score),
      terms: observability?.retrieval.terms ?? [],
    }
  }

  test.each(cases)('%s is understood', async (word, memory) => {
    const { contents, terms } = await look(alone, word)
    expect(contents).toContain(memory)
    expect(terms.some(({ memories }) => memories > 0)).toBe(true)
  })

  test('a word that a memory holds is never respelt', async () => {
    const { contents, terms } = await look(alone, 'latern')
    expect(terms).toEqual([{ term: expect.stringMatching(/^latern(\||$)/), memories: 1 }])
    expect(contents[0]).toBe('A lantern and a latern are not the same here.')
  })

  test('a word of the language is no typing error', async () => {
    const who = { user_id: 'cook' }
    await client.tell(who, 'We keep the orders of the shop in Mongo.\n\nThe ruby in the ring is from Burma.')
    expect((await client.search(who, 'mango', { threshold: 0.9 })).memories).toEqual([])
    expect((await client.search(who, 'mongoo', { threshold: 0.9 })).memories[0]?.content).toContain('Mongo')
  })

  test('short words, and words with digits, are left as they are', async () => {
    for (const word of ['zaz', 'qrx', 'tele5cope']) expect((await look(alone, word)).contents).toEqual([])
  })

  test.each(['zepelin', 'lanterna', 'lantenra', 'marimbo', 'marimbs', 'hiden'])(
    'what another agent keeps to itself leaves no trace in the answer to %s',
    async (word) => expect(await look(agent('a'), word)).toEqual(await look(lone, word)),
  )

  test('the one who wrote it finds it', async () => {
    const { contents, terms } = await look(agent('b'), 'zepelin')
    expect(contents).toContain('The zeppelin is hidden in the lanterna and the marimbo.')
    expect(terms).toEqual([{ term: 'zeppelin', memories: 1 }])
  })
})
