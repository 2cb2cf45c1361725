import { setTimeout as pause } from 'node:timers/promises'
import type { ApiParts } from './api-parts.js'
import type { EmbeddingModel } from './domain/embedding-model.js'
import type { EventStore } from './event-store/event-store.js'
import type { Health } from './http/api.js'
import { lagOf, numberOf } from './log-lag.js'
import { ForeignReadModel } from './projector/foreign-read-model.js'
import type { Projector } from './projector/projector.js'

type Watched = {
  readonly store: Pick<EventStore, 'end' | 'gapless'>
  readonly projector: Pick<Projector, 'state' | 'fault' | 'position' | 'parked'>
  readonly isLive: () => boolean
  readonly provider: EmbeddingModel
  readonly change: ApiParts['change']
}

/** A log that does not answer for so long is as good as gone. */
const PATIENCE_MS = 2000

const REASONS = {
  running: undefined,
  building: 'The read models are being brought up to date with the log',
  retrying: 'Read model unavailable: the projector tries again until it succeeds',
  stopped: 'The projector has stopped after this position, at an event that it cannot apply; writes are refused',
} as const

/** How the service is: what is down, and how many events the read models lack. */
export const reportHealth = async ({ store, projector, isLive, provider, change }: Watched): Promise<Health> => {
  const end = await Promise.race([store.end().catch(() => undefined), pause(PATIENCE_MS, undefined, { ref: false })])
  const state = isLive() || projector.state() !== 'running' ? projector.state() : 'building'
  const fault = projector.fault()
  const foreign = fault instanceof ForeignReadModel ? fault : undefined
  const reason = end === undefined ? 'Event store unavailable' : (foreign?.message ?? REASONS[state])
  const at = foreign?.position ?? numberOf(projector.position())
  return {
    status: reason === undefined ? 'ok' : 'degraded',
    ...(reason === undefined ? {} : { reason }),
    projector: state,
    parked: projector.parked(),
    position: `${at}`,
    end: end === undefined ? null : `${numberOf(end)}`,
    lag: end === undefined || foreign ? null : lagOf(at, end, store),
    embedding: { model: provider.model, dimensions: provider.dimensions, beside: change() },
  }
}
