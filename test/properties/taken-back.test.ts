import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { IngestResult } from '../../src/ingest/context.js'
import { rounds, seed } from '../faults/rounds.js'
import { type Answer, type RunningApp, startApp } from '../support/app.js'
import { ADMIN, asAdmin } from '../support/changing.js'
import { clientOf, type Fields, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { rebuilt, withoutRecalls } from '../support/rebuilt.js'
import { replayOfService } from '../support/replaying.js'
import { Bank, GROUPS, type Group, type Memory, now, type Reader, readerOf, type Said } from './same-words-model.js'

const HISTORIES = rounds(6, 40)
/** A soak begins with fresh databases so often. */
const BATCHES = rounds(1, Number(process.env.SOAK_BATCHES ?? 20))
const TIME = rounds(240_000, 24 * 3_600_000)

/** The first two are the same words. */
const SAID: readonly Said[] = [
  { text: 'My locker code is walnut.', words: 'walnut' },
  { text: 'my locker code is WALNUT!', words: 'walnut' },
  { text: 'My locker code is pepper.', words: 'pepper' },
  { text: 'I bought a red bike.', words: 'bike' },
]
const WORDS = /walnut|pepper|bike/gi
const QUERY = 'my locker code walnut pepper, I bought a red bike'

/** Times of two days, as they are given and as they are there; `undefined`: none; 'now': the moment of the request. */
const TIMES = [
  undefined,
  'now',
  { at: '2026-03-01T20:00:00+13:00', day: '2026-03-01' },
  { at: '2026-03-02T08:00:00+13:00', day: '2026-03-02' },
  { at: '2026-03-01T20:30:00-03:00', day: '2026-03-01' },
  { at: '2026-03-01T21:30:00-03:00', day: '2026-03-01' },
  { at: '2026-03-02T01:06:00Z', day: '2026-03-02' },
  { at: '2026-03-02T01:06:00Z', day: '2026-03-01', zone: 'America/Sao_Paulo' },
  { at: '2026-03-01T22:06:00', day: '2026-03-01', zone: 'America/Sao_Paulo' },
] as const

const OFTEN = ['state', 'state', 'state', 'state', 'delete', 'delete', 'restore', 'restore'] as const
const step = fc.record({
  verb: fc.constantFrom(...OFTEN, 'replace', 'erase', 'correct', 'share', 'forget'),
  group: fc.constantFrom(...GROUPS),
  said: fc.constantFrom(...SAID.slice(0, 2), ...SAID),
  time: fc.constantFrom(...TIMES),
  key: fc.constantFrom(undefined, undefined, undefined, 'locker'),
  /** Which of the memories it is about. */
  pick: fc.nat(9999),
  only: fc.constantFrom(false, false, true),
  isRepeated: fc.constantFrom(false, false, false, true),
})
/** Of all owners or, so that more happens to the same words, of one. */
const steps = fc
  .tuple(
    fc.constantFrom<Group | undefined>(undefined, 'user', 'a'),
    fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }),
  )
  .map(([group, all]) => (group === undefined ? all : all.map((each) => ({ ...each, group }))))
type Step = Parameters<Parameters<typeof steps.map>[0]>[0][number]

let histories = 0
afterAll(() => console.log(`seed ${seed}: ${histories} histories of what is taken back`))

/** Asks as one of the readers; where it is repeated, a second time with the same key, which changes nothing. */
const asking = (app: RunningApp, user_id: string) => {
  let requests = 0
  const who = (reader: Reader): Who =>
    reader === 'user' ? { user_id } : { user_id, workspace_id: 'w', agent_id: reader }
  const ask = async <Body = Fields>(path: string, body: Fields | undefined, { method, isRepeated }: Asked) => {
    const headers = { ...asAdmin, 'Idempotency-Key': `request ${requests++}` }
    const answer = await app.ask<Body>(path, body, { method, headers })
    if (isRepeated) expect(pick(await app.ask<Body>(path, body, { method, headers }))).toEqual(pick(answer))
    return answer
  }
  return { who, ask }
}
type Asked = { readonly method: string; readonly isRepeated: boolean }
const pick = ({ status, body }: Answer<unknown>) => [status, body]

const NOT_FOUND = [404, undefined, undefined]
/** What an answer to a change says: its status, what it was about, and what still says the same. */
const said = ({ status, body }: Answer<Fields>) => [status, sorted(body.ids), sorted(body.same_words)]
const sorted = (ids: unknown) => (Array.isArray(ids) ? ids.map(String).toSorted() : undefined)
const idsOf = (memories: readonly Memory[]) => memories.map(({ id }) => id).toSorted()

class History {
  private readonly bank = new Bank()
  private readonly user = `user ${histories++}`
  private readonly asking: ReturnType<typeof asking>
  private readonly client: ReturnType<typeof clientOf>

  constructor(app: RunningApp) {
    this.asking = asking(app, this.user)
    this.client = clientOf(app)
  }

  async play(all: readonly Step[]): Promise<void> {
    for (const [i, step] of all.entries()) {
      this.bank.step++
      try {
        await this.take(step)
        for (const reader of ['user', 'a', 'b'] as const) await this.expectListed(reader)
        await this.expectFound(readerOf(step.group))
      } catch (error) {
        throw new Error(`step ${i}: ${JSON.stringify(step)}`, { cause: error })
      }
    }
    for (const reader of ['user', 'a'] as const)
      for (const memory of this.bank.visible(reader)) await this.expectDay(reader, memory)
  }

  private take(step: Step): Promise<void> {
    const { verb, group } = step
    const reader = readerOf(group)
    if (verb === 'state') return this.state(step)
    if (verb === 'forget') return this.forget(step)
    const all = this.bank.visible(reader, verb === 'restore' ? ['active', 'superseded', 'deleted'] : ['active'])
    const known = all.filter(({ status, wordings }) => verb !== 'restore' || status !== 'active' || wordings.length > 1)
    const memory = known[step.pick % known.length]
    if (memory === undefined) return Promise.resolve()
    if (verb === 'replace')
      return memory.group === group
        ? this.state({ ...step, time: undefined, key: undefined }, memory)
        : Promise.resolve()
    return this.change(step, memory, reader)
  }

  private async ingest(group: Group, content: string, more: Fields, { time, isRepeated }: Step) {
    const at = time === 'now' ? new Date().toISOString() : time?.at
    const day = time === 'now' ? at?.slice(0, 10) : time?.day
    const zone = time !== 'now' && time !== undefined && 'zone' in time ? { time_zone: time.zone } : {}
    const body = {
      ...this.asking.who(readerOf(group)),
      ...(group === 'a alone' ? { visibility: 'agent_only' } : {}),
      source_site: 'chat',
      session_id: `${this.bank.step}`,
      messages: [{ role: 'user', content, ...(at && { timestamp: at }) }],
      ...zone,
      ...more,
    }
    const answer = await this.asking.ask<IngestResult>('/v1/memories/ingest/quick', body, {
      method: 'POST',
      isRepeated,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return { body: answer.body, given: at === undefined || day === undefined ? undefined : { at, day } }
  }

  private async state(step: Step, replaces?: Memory): Promise<void> {
    const { group, said: text, only } = step
    const key = group === 'a alone' ? undefined : step.key
    if (replaces && now(replaces).words === text.words) return
    const time = key === undefined ? step.time : undefined
    const more = { ...(key && { key }), ...(replaces && { replaces: [replaces.id], only_this: only }) }
    const { body, given } = await this.ingest(group, text.text, more, { ...step, time })
    const { fresh } = this.bank.state(group, text, { key, given, replaces, only })
    expect([body.duplicates, body.memoryIds.length]).toEqual(fresh ? [0, 1] : [1, 0])
    if (fresh) fresh.id = String(body.memoryIds[0])
  }

  /** Asked now, of the owner with the same readers, with any key; more than three statements are not meant. */
  private async forget(step: Step): Promise<void> {
    const { body } = await this.ingest(step.group, 'Forget my locker code.', {}, { ...step, time: undefined })
    const at = new Date().toISOString()
    const meant = this.bank.memories.filter(
      (each) => each.group === step.group && each.status === 'active' && now(each).words !== 'bike',
    )
    const statements = new Set(meant.map((each) => `${now(each).words} ${each.key}`)).size
    const gone = statements > 3 ? [] : meant.flatMap((each) => this.bank.delete(each, { only: false, at }))
    const outcomes = body.outcomes?.filter(({ outcome }) => outcome === 'deleted') ?? []
    expect(sorted(outcomes.flatMap(({ replaces }) => replaces))).toEqual(idsOf(gone))
  }

  private async change(step: Step, memory: Memory, reader: Reader): Promise<void> {
    const { verb, only, isRepeated } = step
    const who = this.asking.who(reader)
    const path = `/v1/memories/${memory.id}`
    const before = now(memory)
    const at = () => new Date().toISOString()
    if (verb === 'delete' || verb === 'erase') {
      const more = { ...(only && { only_this: 'true' }), ...(verb === 'erase' && { hard: 'true' }) }
      const answer = await this.asking.ask(`${path}?${query(who, more)}`, undefined, { method: 'DELETE', isRepeated })
      this.expectAbout(answer, reader, before, this.bank[verb](memory, { only, at: at() }))
    } else if (verb === 'correct') {
      const body = { ...who, content: `User: ${step.said.text}`, only_this: only }
      const answer = await this.asking.ask(path, body, { method: 'PUT', isRepeated })
      const isSame = step.said.text === before.text
      this.expectAbout(answer, reader, isSame ? undefined : before, this.bank.correct(memory, step.said, step))
    } else if (verb === 'restore') {
      const wordings = memory.wordings
      const { version, ...wording } = wordings[step.pick % wordings.length] ?? expect.unreachable()
      const body = { ...who, version, only_this: only }
      const answer = await this.asking.ask(`${path}/restore`, body, { method: 'POST', isRepeated })
      const back = this.bank.restore(memory, version, step)
      if (back === undefined) expect(answer.status).toBe(409)
      else this.expectAbout(answer, reader, wording, back)
    } else if (readerOf(memory.group) === 'a') {
      const group = step.pick % 2 === 0 ? 'a' : 'a alone'
      const body = { ...who, visibility: group === 'a' ? 'workspace' : 'agent_only', only_this: only }
      const answer = await this.asking.ask(`${path}/visibility`, body, { method: 'PUT', isRepeated })
      if (reader !== 'a') expect(said(answer)).toEqual(NOT_FOUND)
      else this.expectAbout(answer, reader, before, this.bank.share(memory, group, step))
    }
  }

  private expectAbout(answer: Answer<Fields>, reader: Reader, words: Said | undefined, about: readonly Memory[]): void {
    const others = words === undefined ? [] : this.bank.sameWords(reader, words, about)
    expect(said(answer)).toEqual([200, idsOf(about), others.length === 0 ? undefined : idsOf(others)])
  }

  /** What is in force is listed, once, and nothing else; of what is erased no trail has words. */
  private async expectListed(reader: Reader): Promise<void> {
    const who = this.asking.who(reader)
    const { memories } = await this.client.list(who)
    const listed = memories.map(({ id, content, version }) => [id, content, version]).toSorted()
    const visible = this.bank.visible(reader).map((each) => [each.id, `User: ${now(each).text}`, each.version])
    expect(listed, `listed for ${reader}`).toEqual(visible.toSorted())
    for (const { id, group, status } of this.bank.memories)
      if (status === 'erased' && readerOf(group) === reader)
        expect(wordsIn(JSON.stringify(await this.client.trail(who, id)))).toEqual([])
  }

  /** All times that were given for a memory are of one day, there. */
  private async expectDay(reader: Reader, { id, day }: Memory): Promise<void> {
    const { body } = await this.client.ask(`/v1/memories/${id}/tellings`, this.asking.who(reader))
    const dated = (body as Schemas['TellingPage']).tellings.filter(({ is_dated }) => is_dated)
    expect([...new Set(dated.map(dayThere))]).toEqual(day === undefined ? [] : [day])
  }

  /** Every search finds the same, itself or as a piece of what has the same words, and its prompt says no more. */
  private async expectFound(reader: Reader): Promise<void> {
    const who = this.asking.who(reader)
    const visible = this.bank.visible(reader)
    const asked = { threshold: 0, limit: 100 }
    const answers = [
      await this.client.search(who, QUERY, asked),
      await this.client.fast(who, QUERY, asked),
      await this.client.search(who, QUERY, { ...asked, as_of: new Date().toISOString() }),
    ]
    for (const { memories, injection_text } of answers) {
      const found = memories.flatMap(({ id, pieces = [] }) => [id, ...pieces])
      expect(found.toSorted(), `found by ${reader}`).toEqual(idsOf(visible))
      expect(wordsIn(injection_text)).toEqual(wordsIn(visible.map((each) => now(each).text).join()))
    }
  }
}
/** The instant by a clock of that offset; of UTC where none is known. */
const dayThere = ({ observed_at, observed_offset }: Schemas['Telling']): string => {
  const [, sign, hours, minutes] = /^([+-])(\d+):(\d+)$/.exec(observed_offset ?? '+00:00') ?? expect.unreachable()
  const ahead = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return new Date(Date.parse(observed_at) + ahead).toISOString().slice(0, 10)
}
const wordsIn = (text: string) => [...new Set(text.toLowerCase().match(WORDS))].toSorted()

describe.each(databasesFor(import.meta.url))('whatever is stated and taken back, on $name', (database) => {
  test('is gone where it was taken back, comes back as it went, and stands in the log', { timeout: TIME }, async () => {
    for (let batch = 0; batch < BATCHES; batch++) {
      const app = await startApp(database, { ...ADMIN, RECALL_FLUSH_MS: '60000' })
      try {
        const property = fc.asyncProperty(steps, (all) => new History(app).play(all))
        await fc.assert(property, { seed: seed + batch, numRuns: HISTORIES, endOnFailure: true })
        const { rows, live } = await rebuilt(app.databases)
        expect(withoutRecalls(live)).toEqual(withoutRecalls(rows))
        const [answer] = await replayOfService(app.databases, { ask: 'check' })
        expect(answer).toMatchObject({ verdict: { equal: true, mismatch: null } })
      } finally {
        await app.close()
      }
    }
  })
})
