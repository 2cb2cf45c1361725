import { z } from 'zod'

export type Mode = 'search' | 'fast'
export type Address = { readonly url: string; readonly key: string }

const found = z.object({
  id: z.string(),
  content: z.string(),
  score: z.number(),
  turn: z.number().nullish(),
  metadata: z.record(z.string(), z.unknown()),
})
const scored = z.looseObject({ memory_id: z.string() })
const answer = z.object({
  memories: z.array(found),
  observability: z.object({ retrieval: z.object({ scores: z.array(scored) }) }).optional(),
})
const taken = z.object({ memoryIds: z.array(z.string()) })
const trail = z.object({ trail: z.array(z.object({ action: z.string() })).min(1) })
const expanded = z.object({ memories: z.array(z.object({ id: z.string(), content: z.string() })) })

export type Found = z.output<typeof found>
export type Scored = z.output<typeof scored>
export type Asked = { readonly user: string; readonly query: string; readonly limit: number; readonly trace?: boolean }
/** The service takes at most so many ids at once, and gives so many memories. */
export const MOST = 100

const PATHS = { search: 'search', fast: 'search/fast' } as const

/** By which recipe a session is taken in, where nothing is held against what it says. */
type Recipe = 'quick' | 'full'
const INGESTS: Readonly<Record<Recipe, string>> = { quick: 'ingest/quick', full: 'ingest' }

/** What an evaluation asks of the service; anything but a 200 ends it. Times are in milliseconds. */
export const clientAt = ({ url, key }: Address, recipe: Recipe = 'quick') => {
  const ask = async (path: string, body?: object) => {
    const began = performance.now()
    const response = await fetch(`${url}/v1/memories/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const ms = performance.now() - began
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`)
    return { ms, body: JSON.parse(text) as unknown } // read by the caller's schema
  }
  return {
    ingest: async (user: string, what: object): Promise<number> =>
      (await ask(INGESTS[recipe], { user_id: user, source_site: 'eval', ...what })).ms,
    ingestFully: async (user: string, what: object) => {
      const { ms, body } = await ask('ingest', { user_id: user, source_site: 'eval', ...what })
      return { ...taken.parse(body), ms }
    },
    /** The last thing that was done to a memory; `scope` as query parameters. */
    lastAction: async (id: string, scope: Readonly<Record<string, string>>) =>
      trail.parse((await ask(`${id}/audit?${new URLSearchParams(scope)}`)).body).trail.at(-1)?.action,
    search: async (mode: Mode, { user, query, limit, trace = false }: Asked) => {
      const { ms, body } = await ask(PATHS[mode], { user_id: user, query, limit, trace })
      const { memories, observability } = answer.parse(body)
      return { ms, memories, scores: observability?.retrieval.scores ?? [] }
    },
    expand: async (user: string, ids: readonly string[]) =>
      expanded.parse((await ask('expand', { user_id: user, memory_ids: ids })).body).memories,
  }
}

export type Client = ReturnType<typeof clientAt>
