import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatDouble, chatDouble, status } from '../support/chat-double.js'
import { type Fields, query } from '../support/client.js'
import { storedLog } from '../support/log.js'
import { streamsIn } from '../support/opened-log.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, usualPlaces } from '../support/place.js'
import { rebuilt } from '../support/rebuilt.js'

const USER = 'killed by rules'
const MESSAGES = ['I live in Lisbon.', 'My flat in Lisbon has two rooms.', 'Green tea is what I drink.'].map(
  (content) => ({
    ...{ role: 'user', content },
  }),
)
const FAILURES = 5

describe.each(usualPlaces)('a service that is killed before turns that go by rules end, on $name', ({ makeStore }) => {
  let place: Place
  let double: ChatDouble
  let service: ServiceProcess
  beforeAll(async () => {
    place = await makeStore()
    double = await chatDouble(status(500))
  })
  afterAll(async () => {
    await service.kill()
    await double.close()
    await place.remove()
  })

  const start = () =>
    startService({
      ...place.settings,
      ...{ LLM_PROVIDER: 'openai', LLM_API_URL: double.baseURL, LLM_MODEL: 'm-1', LLM_MAX_RETRIES: '0' },
    })
  const ask = () => service.ask('/v1/memories/ingest', { user_id: USER, messages: MESSAGES, source_site: 'chat' })
  const read = async (what: string): Promise<Fields> =>
    (await service.ask(`/v1/memories/${what}?${query({ user_id: USER }, { limit: '100' })}`)).body
  const facts = async (): Promise<Fields> => Object(Object([(await read('episodes')).episodes].flat()[0]).facts)

  /** Refuses the append with which an episode ends, or lets it through again, while no process serves the store. */
  const refuseToEnd = async (refuses: boolean) => {
    const databases = await place.open()
    const stream = (await streamsIn(await storedLog(databases), databases)).bank(USER)
    await databases.script(
      refuses
        ? `create function log.refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
           create trigger refuse before insert on log.event for each row
           when (new.type = 'FactsDerived' and new.stream = '${stream}') execute function log.refuse();`
        : 'drop function log.refuse cascade;',
    )
    await databases.close()
  }

  test('goes on by itself: nothing of a refused append is there, and then it ends once', async () => {
    service = await start()
    for (let i = 0; i < FAILURES; i++) expect((await ask()).status).toBe(503)
    await service.kill()
    await refuseToEnd(true)
    service = await start()
    expect((await ask()).status).toBe(500)
    expect(await facts()).toMatchObject({ state: 'awaited' })
    await service.kill()
    await refuseToEnd(false)
    service = await start()
    const soon = { interval: 10, timeout: 30_000 }
    await expect.poll(facts, soon).toMatchObject({ state: 'derived', fell_back: true })
    expect([(await read('list')).memories].flat()).toHaveLength(MESSAGES.length)
  })

  test('and after another kill neither the service nor the same request makes any of it again', async () => {
    await service.kill()
    service = await start()
    expect((await ask()).body).toMatchObject({ factsExtracted: 0, linksCreated: 0 })
    await service.kill()
    const databases = await place.open()
    const { rows, live, events } = await rebuilt(databases)
    await databases.close()
    expect(live).toEqual(rows)
    expect(events.filter(({ type }) => type === 'FactsDerived')).toHaveLength(1)
    const links = events.flatMap(({ type, data }) => (type === 'MemoriesLinked' ? [Object(data).links].flat() : []))
    expect(new Set(links.map((link) => JSON.stringify(link))).size).toBe(links.length)
  })
})
