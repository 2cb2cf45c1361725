import type { UserEvent } from '../../../domain/all-events.js'
import type { MemoryOf } from '../../../domain/memory/events.js'
import type { Telling } from './state.js'

/** The times that a memory was said. */
export type ToldMemory = { readonly id: string; readonly tellings: readonly Telling[] }

/** By memory. */
export type Tellings = Map<string, ToldMemory>

/** Applies an event to where and when memories were said. */
export const foldTellings = (tellings: Tellings, event: UserEvent): void => {
  const { type, data, metadata: m } = event
  if (type === 'MemoryStored' && data.turns !== null && data.claimType === null)
    add(tellings, m.memoryId, {
      episodeId: m.episodeId ?? '',
      turns: data.turns,
      at: data.isTimed ? data.observedAt : null,
      recordedAt: m.at,
      removedAt: null,
      isFirst: true,
    })
  if (type === 'EpisodeIngested')
    for (const [turn, memoryId, { at = null, from = turn } = {}] of data.told)
      add(tellings, memoryId, {
        episodeId: m.episodeId,
        turns: [from, turn],
        at,
        recordedAt: m.at,
        removedAt: null,
        isFirst: false,
      })
  if (type === 'TellingsRemoved') remove(tellings, data.tellings, m.at)
  for (const id of erasedBy(event)) tellings.delete(id)
}

/** A turn may have stated the same twice. */
const add = (tellings: Tellings, id: string, telling: Telling): void => {
  const others = allOf(tellings, id).filter((each) => !isOf(each, [telling.episodeId, telling.turns[1]]))
  tellings.set(id, { id, tellings: [...others, telling] })
}

const allOf = (tellings: Tellings, id: string): readonly Telling[] => tellings.get(id)?.tellings ?? []

const remove = (
  tellings: Tellings,
  removed: MemoryOf<'TellingsRemoved'>['data']['tellings'],
  removedAt: string,
): void => {
  for (const [id, ...place] of removed) {
    const all = allOf(tellings, id).map((each) => (isOf(each, place) ? { ...each, removedAt } : each))
    tellings.set(id, { id, tellings: all })
  }
}

type Place = readonly [episodeId: string, turn: number]

const isOf = ({ episodeId, turns }: Telling, [episode, turn]: Place): boolean =>
  episodeId === episode && turns[1] === turn

const erasedBy = (event: UserEvent): readonly string[] => {
  if (event.type === 'MemoryErased') return [event.metadata.memoryId]
  return event.type === 'MemoriesErased' ? event.data.memories.map(([id]) => id) : []
}
