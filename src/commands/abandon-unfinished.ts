import { type AbandonParts, abandonEpisode } from './abandon-episode.js'

export type UnfinishedParts = AbandonParts & {
  /** Episodes that were recorded before an instant (ISO 8601) and not ingested, the oldest first. */
  readonly unfinished: (
    before: string,
    most: number,
  ) => Promise<readonly { readonly userId: string; readonly episodeId: string }[]>
}

/** Nobody works so long on one ingest. */
const AN_HOUR_MS = 60 * 60 * 1000
const AT_ONCE = 100

/** Gives up the episodes that nobody has finished within an hour; answers with how many. */
export const createAbandonUnfinished = (parts: UnfinishedParts) => async (): Promise<number> => {
  const before = new Date(Date.parse(parts.now()) - AN_HOUR_MS).toISOString()
  let abandoned = 0
  for (const episode of await parts.unfinished(before, AT_ONCE)) if (await abandonEpisode(parts, episode)) abandoned++
  return abandoned
}
