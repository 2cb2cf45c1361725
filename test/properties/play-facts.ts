import type { IngestResult } from '../../src/ingest/context.js'
import type { RunningApp } from '../support/app.js'
import type { factsOf } from '../support/append-facts.js'
import { changesOf } from '../support/changing.js'
import { clientOf } from '../support/client.js'
import { type FactStep, LINES, NAMES } from './fact-stories.js'
import type { Caller, Readers } from './model.js'
import { OBSERVED, who } from './play.js'
import { resolve, teach } from './play-conflicts.js'

/** A memory of a story, named by the step that made it and by what it says: in every world of the story alike. */
export type Thing = {
  readonly handle: string
  readonly owner: Caller
  /** The step that told it; of a fact, that told what it rests on. */
  readonly told: number
  /** What a fact rests on. */
  readonly on: string | undefined
  /** Who may read it from which step on; nobody, once it is erased. */
  readonly readers: readonly { readonly step: number; readonly readers: Readers | null }[]
}

/** A story that has been carried out. */
export type PlayedFacts = {
  readonly app: RunningApp
  /** Of the app, for all of its stories. */
  readonly facts: ReturnType<typeof factsOf>
  readonly run: string
  readonly ids: Map<string, string>
  readonly episodes: Map<number, string>
  readonly things: Map<string, Thing>
  /** What each step was about, and what it made or changed. */
  readonly chosen: Map<number, readonly string[]>
  readonly touched: Map<number, readonly string[]>
}

/** Carries the steps out; with `chosen` on what they were about in another world, as far as that exists in this one. */
export const playFacts = async (
  { app, facts, run }: Pick<PlayedFacts, 'app' | 'facts' | 'run'>,
  steps: readonly FactStep[],
  chosen?: PlayedFacts['chosen'],
): Promise<PlayedFacts> => {
  const played: PlayedFacts = {
    ...{ app, facts, run, ids: new Map(), episodes: new Map(), things: new Map() },
    ...{ chosen: new Map(), touched: new Map() },
  }
  for (const step of steps) {
    const about = chosen ? (chosen.get(step.n) ?? []) : choose(played, step)
    played.chosen.set(step.n, about)
    played.touched.set(step.n, step.verb === 'tell' ? await tell(played, step) : await act(played, step, about))
  }
  return played
}

/** Mostly what the one who acts has made. */
const choose = ({ things }: PlayedFacts, { verb, by, pick, other }: FactStep): readonly string[] => {
  const mine = [...things.values()].filter(({ owner }) => owner.user === by.user)
  const own = mine.filter(({ owner }) => owner.workspace === by.workspace && owner.agent === by.agent)
  const first = chosenOf(own.length > 0 && pick % 4 > 0 ? own : mine, pick)
  if (verb === 'tell' || first === undefined) return []
  const alike = own.filter(({ on, readers }) => on !== undefined && isSame(readers, first.readers))
  const second = verb === 'link' ? chosenOf(mine, other) : verb === 'state' ? chosenOf(alike, other) : undefined
  return [first, ...(second ? [second] : [])].map(({ handle }) => handle)
}
const chosenOf = <Of>(things: readonly Of[], n: number): Of | undefined => things[n % things.length]
const isSame = (a: Thing['readers'], b: Thing['readers']): boolean =>
  JSON.stringify(a.at(-1)?.readers) === JSON.stringify(b.at(-1)?.readers)

/** Says it to the service, which decides by rules what that does to what is known. */
const tell = async (played: PlayedFacts, step: FactStep): Promise<readonly string[]> => {
  const { app, run, ids, episodes, things } = played
  const { n, by, lines, readers } = step
  const { status, body } = await sayTo(played, step)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  episodes.set(n, body.episodeId)
  const known = new Map((await clientOf(app).list(who(run, by))).memories.map(({ id, content }) => [id, content]))
  const handles = body.memoryIds.flatMap((id) => {
    const line = lines.find((each) => known.get(id)?.replace(/^\w+: /, '') === LINES[each])
    if (line === undefined) return []
    const handle = `${n}/${line}`
    ids.set(handle, id)
    things.set(handle, { handle, owner: by, told: n, on: undefined, readers: [{ step: n, readers }] })
    return [handle]
  })
  const replaced = new Set((body.outcomes ?? []).flatMap(({ replaces }) => replaces))
  return [...handles, ...[...ids].flatMap(([handle, id]) => (replaced.has(id) ? [handle] : []))]
}

/** A full ingest of what a step says, or the preview of one. */
export const sayTo = (
  { app, run }: Pick<PlayedFacts, 'app' | 'run'>,
  { by, lines, readers }: Pick<FactStep, 'by' | 'lines' | 'readers'>,
  path = '/v1/memories/ingest',
) =>
  app.ask<IngestResult>(path, {
    ...who(run, by),
    messages: lines.map((line) => ({ role: 'user', content: LINES[line] })),
    ...{ source_site: 'chat', observed_at: OBSERVED },
    ...(by.workspace === null ? {} : visibilityOf(readers)),
  })

const visibilityOf = ({ visibility, granted }: Readers) => ({
  visibility,
  ...(visibility === 'restricted' ? { granted_to: granted } : {}),
})

/** What is about memories that there are. */
const act = async (played: PlayedFacts, step: FactStep, about: readonly string[]): Promise<readonly string[]> => {
  const { app, facts, run, ids } = played
  const [handle = '', second = ''] = about
  const [id, other] = [ids.get(handle), ids.get(second)]
  if (id === undefined) return []
  const scope = who(run, step.by)
  const changes = changesOf(app)
  switch (step.verb) {
    case 'state':
      return state(played, step, [handle, second])
    case 'link':
      if (other !== undefined && other !== id)
        await facts.link(scope.user_id, [{ from: id, to: other, ...(chosenOf(KINDS, step.pick) ?? SIMILAR) }])
      return about
    case 'name':
      await facts.mention(scope.user_id, [[id, String(NAMES[step.other % NAMES.length]), 'place']])
      return about
    case 'share': {
      const { status } = await changes.share(scope, id, visibilityOf(step.readers))
      if (status === 200) readersBecome(played, step, handle)
      return about
    }
    case 'erase': {
      const gone = [handle, ...restingOn(played, handle)]
      const { status } = await changes.erase(scope, id)
      for (const each of status === 200 ? gone : []) readersBecome(played, { ...step, readers: null }, each)
      return gone
    }
    case 'update':
      await changes.update(scope, id, { content: String(LINES[step.other % LINES.length]) })
      return about
    case 'resolve':
      return resolve(played, step, handle)
    case 'teach':
      await teach(played, step, id)
      return []
    case 'restore':
      await changes.restore(scope, id, 1)
      return about
    default:
      await clientOf(app).remove(scope, id)
      return about
  }
}
const SIMILAR = { kind: 'similar', similarity: 0.6 } as const
const KINDS = [{ kind: 'contradicts', similarity: null } as const, SIMILAR]

type Becoming = { readonly n: number; readonly readers: Readers | null }
const readersBecome = ({ things }: PlayedFacts, { n, readers }: Becoming, handle: string): void => {
  const thing = things.get(handle)
  if (thing) things.set(handle, { ...thing, readers: [...thing.readers, { step: n, readers }] })
}

/** The facts that rest on a memory, directly or by others. */
const restingOn = (played: PlayedFacts, handle: string): readonly string[] =>
  [...played.things.values()]
    .filter(({ on }) => on === handle)
    .flatMap((fact) => [fact.handle, ...restingOn(played, fact.handle)])

/** A fact that rests on a memory, for the same readers, and takes the place of an earlier one. */
const state = async (
  { app, facts, run, ids, episodes, things }: PlayedFacts,
  { n, lines }: FactStep,
  [on, old]: readonly [string, string],
): Promise<readonly string[]> => {
  const [basis, id] = [things.get(on), ids.get(on)]
  const readers = basis?.readers.at(-1)?.readers
  if (basis === undefined || id === undefined || !readers) return []
  const owner = who(run, basis.owner)
  const { workspace: workspaceId, agent: agentId, visibility, granted: grantedTo } = readers
  const handle = `${n}/fact`
  const fact = await facts.state(owner.user_id, `Ana says of ${n}: ${LINES[lines[0] ?? 0]}`, {
    on: [id],
    readers: { workspaceId, agentId, visibility: workspaceId === null ? null : visibility, grantedTo: [...grantedTo] },
    episodeId: String(episodes.get(basis.told)),
  })
  ids.set(handle, fact)
  things.set(handle, { handle, owner: basis.owner, told: basis.told, on, readers: [{ step: n, readers }] })
  const replaced = ids.get(old)
  const before =
    replaced && (await app.ask<{ version?: number }>(`/v1/memories/${replaced}?${new URLSearchParams(owner)}`))
  if (!replaced || !before || before.status !== 200) return [handle]
  await facts.supersede(owner.user_id, replaced, { version: Number(before.body.version) + 1, by: fact })
  await facts.link(owner.user_id, [{ from: fact, to: replaced, kind: 'supersedes', similarity: null }])
  return [handle, old]
}
