import { afterEach, beforeEach } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { type ServiceProcess, startService } from './own-process.js'
import type { Place, Places } from './place.js'

/** For each test of a suite a store, and a service on it that may be killed and started again. */
export const serviceToKill = ({ makeStore }: Pick<Places[number], 'makeStore'>) => {
  let place: Place | undefined
  let service: ServiceProcess | undefined
  const placeNow = (): Place => {
    if (place === undefined) throw new Error('there is a store only while a test runs')
    return place
  }
  beforeEach(async () => {
    place = await makeStore()
  })
  afterEach(async () => {
    await service?.kill()
    service = undefined
    await place?.remove()
  })
  return {
    /** Starts it, when the one before it has been killed. */
    start: async (more: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> => {
      service = await startService({ ...placeNow().settings, ...more })
      return service
    },
    /** Kills it for the last time, and opens what it has left. */
    left: async (): Promise<Databases> => {
      await service?.kill()
      service = undefined
      return placeNow().open()
    },
  }
}
