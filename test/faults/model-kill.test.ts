import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { type ChatDouble, type ChatReply, chatDouble, silence } from '../support/chat-double.js'
import { type Fields, query } from '../support/client.js'
import {
  ANSWERED,
  APPENDED,
  ASKED_AFTER,
  berlin,
  ENDED,
  JUDGED,
  known,
  lisbon,
  PEOPLE,
  READ_HALF,
  readsOneWindow,
  told,
} from '../support/killed-while-deriving.js'
import { storedLog } from '../support/log.js'
import { onlyAt, taskOf } from '../support/model-app.js'
import { streamsIn } from '../support/opened-log.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, usualPlaces } from '../support/place.js'
import { rebuilt } from '../support/rebuilt.js'
import { sensibleModel } from '../support/sensible-model.js'
import { dice, rounds, seed } from './rounds.js'

const KILLS_AT_EACH_STAGE = rounds(1, 5)
const KILLS_AT_ANY_MOMENT = rounds(0, 30)

describe.each(usualPlaces)('a service that is killed while it derives facts, on $name', ({ makeStore }) => {
  let place: Place
  let double: ChatDouble
  let service: ServiceProcess
  let replies: Readonly<Record<string, ChatReply>> = {}
  beforeAll(async () => {
    place = await makeStore()
    double = await chatDouble((received, response) =>
      (replies[personIn(received.body)] ?? sensibleModel())(received, response),
    )
  })
  afterAll(async () => {
    await service.kill()
    await double.close()
    await place.remove()
  })

  const personIn = ({ messages }: { readonly messages: readonly { readonly content: string }[] }): string =>
    PEOPLE.find((name) => messages.at(-1)?.content.includes(name)) ?? ''
  const tasksOf = (name: string) =>
    double.received.filter(({ body }) => personIn(body) === name).map(({ body }) => taskOf(body))
  const start = () =>
    startService({
      ...place.settings,
      ...{ LLM_PROVIDER: 'openai', LLM_API_URL: double.baseURL, LLM_MODEL: 'm-1', LLM_MAX_RETRIES: '0' },
      LLM_CONCURRENCY: '16',
    })
  const ask = (user_id: string, messages: readonly object[]) =>
    service.ask('/v1/memories/ingest', { user_id, messages, source_site: 'chat' })
  const read = async (user_id: string, what: string): Promise<Fields> =>
    (await service.ask(`/v1/memories/${what}?${query({ user_id }, { limit: '100' })}`)).body
  /** What is known but for what the assistant said. */
  const listed = async (user: string) => {
    const contents = [(await read(user, 'list')).memories].flat().map((each) => String(Object(each).content))
    return contents.filter((content) => !content.startsWith('Assistant')).sort()
  }
  const newest = async (user: string): Promise<Fields> => {
    const [episode] = [(await read(user, 'episodes')).episodes].flat()
    return Object(Object(episode).facts)
  }
  const soon = { interval: 10, timeout: 30_000 }
  const derived = (user: string) => expect.poll(() => newest(user), soon).toMatchObject({ state: 'derived' })

  /** Refuses the last append of every further ingest of one user, or lets it through again, while no process serves the store. */
  const refuseToEnd = async (user: string, refuses: boolean) => {
    const databases = await place.open()
    const stream = (await streamsIn(await storedLog(databases), databases)).bank(user)
    await databases.script(
      refuses
        ? `create function log.refuse() returns trigger language plpgsql as $$ begin
             if exists (select from log.event where type = new.type and stream = '${stream}')
             then raise 'refused'; end if;
             return new;
           end $$;
           create trigger refuse before insert on log.event for each row
           when (new.type = 'FactsDerived' and new.stream = '${stream}') execute function log.refuse();`
        : 'drop function log.refuse cascade;',
    )
    await databases.close()
  }

  /** Begins an ingest for each stage, and kills the process when the log holds what it is to be killed after. */
  const killAtEachStage = async (userOf: (name: string) => string) => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      replies = {
        [APPENDED]: onlyAt('extract', silence),
        [READ_HALF]: readsOneWindow,
        [ANSWERED]: onlyAt('extract', (received, response) => {
          answer = () => sensibleModel()(received, response)
          void once(response, 'finish').then(() => resolve())
        }),
      }
    })
    const asked = new Map(PEOPLE.map((name) => [name, ask(userOf(name), told(name)).catch(() => undefined)]))
    await expect.poll(() => tasksOf(APPENDED), soon).toContain('extract')
    await expect.poll(() => newest(userOf(READ_HALF)), soon).toMatchObject({ state: 'awaited', windows_read: 1 })
    await expect.poll(() => tasksOf(ANSWERED), soon).toContain('extract')
    expect([(await asked.get(JUDGED))?.status, (await asked.get(ENDED))?.status]).toEqual([500, 200])
    answer()
    await answered
    await service.kill()
    await Promise.all(asked.values())
    replies = {}
  }

  test(`at each stage, it goes on by itself, and pays for nothing twice (${KILLS_AT_EACH_STAGE} kills)`, async () => {
    for (let kill = 0; kill < KILLS_AT_EACH_STAGE; kill++) {
      const userOf = (name: string) => `${name} ${kill}`
      await refuseToEnd(userOf(JUDGED), true)
      service = await start()
      for (const name of PEOPLE) expect((await ask(userOf(name), berlin(name))).status).toBe(200)
      double.received.length = 0
      await killAtEachStage(userOf)
      await refuseToEnd(userOf(JUDGED), false)
      double.received.length = 0
      service = await start()
      for (const name of PEOPLE) await derived(userOf(name))
      for (const name of PEOPLE) {
        expect(ASKED_AFTER[name], name).toContainEqual(tasksOf(name))
        expect(await listed(userOf(name))).toEqual(known(name).sort())
      }
      double.received.length = 0
      for (const name of PEOPLE)
        expect((await ask(userOf(name), told(name))).body).toMatchObject({
          factsExtracted: 0,
          knownTurns: told(name).length,
        })
      expect(double.received).toEqual([])
      await service.kill()
    }
  })

  test.runIf(KILLS_AT_ANY_MOMENT)(
    `at any moment it goes on by itself, or was not begun (${KILLS_AT_ANY_MOMENT} kills)`,
    async () => {
      const roll = dice(seed)
      service = await start()
      for (let kill = 0; kill < KILLS_AT_ANY_MOMENT; kill++) {
        const [user, name] = [`killed ${kill}`, APPENDED]
        expect((await ask(user, berlin(name))).status).toBe(200)
        const asked = ask(user, lisbon(name)).catch(() => undefined)
        await pause(roll() * 60)
        await service.kill()
        await asked
        service = await start()
        const { total } = await read(user, 'episodes')
        if (total === 1) expect((await ask(user, lisbon(name))).status).toBe(200)
        await derived(user)
        expect(await listed(user)).toEqual(known(name).sort())
      }
    },
  )

  test('and what is stored is what the log says, each once', async () => {
    await service.kill()
    const databases = await place.open()
    const { rows, live, events } = await rebuilt(databases)
    const twice = await databases.within('log').rows(sql`
      select metadata->>'episodeId' from event where type = 'FactsDerived' group by 1 having count(*) > 1`)
    await databases.close()
    expect([twice, live]).toEqual([[], rows])
    const stored = events.filter(({ type }) => type === 'MemoryStored').map(({ metadata }) => metadata.memoryId)
    expect(new Set(stored).size).toBe(stored.length)
  })
})
