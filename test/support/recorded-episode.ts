import type { EpisodeOf } from '../../src/domain/episode.js'
import type { Readers } from '../../src/domain/scope.js'
import { samples } from './samples.js'

/** The event by which an episode is recorded for these readers. */
export const recordedEpisode = (
  metadata: EpisodeOf<'EpisodeRecorded'>['metadata'],
  readers: Readers,
): EpisodeOf<'EpisodeRecorded'> => {
  const { EpisodeRecorded: sample } = samples
  if (sample?.type !== 'EpisodeRecorded') throw new Error('the samples have changed')
  return { ...sample, metadata, data: { ...sample.data, ...readers } }
}
