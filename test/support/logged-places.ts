import { isOnAll } from './database.js'
import { servers } from './eventstoredb/tested-server.js'
import { type Places, places, usualPlaces } from './place.js'
import { freshPrefix } from './prefix.js'

type Make = Places[number]['make']

/** The same database with its log in an EventStoreDB. */
const withServer =
  (make: Make): Make =>
  async () => {
    const [server, place, prefix] = [await servers.open(), await make(), freshPrefix()]
    return {
      settings: { ...place.settings, EVENTSTORE_URL: server.url, EVENTSTORE_PREFIX: prefix },
      open: place.open,
      remove: async () => {
        await place.remove()
        await server.close()
      },
    }
  }

const inEventStoreDb: Places = usualPlaces.map(({ name, make }) => ({
  name: `${name}, the log in EventStoreDB`,
  make: withServer(make),
  makeStore: withServer(make),
}))

/** Every kind of database and of log: each with each only where no combination may be left out. */
export const loggedPlaces: Places = [...(isOnAll ? places : places.slice(0, 1)), ...inEventStoreDb]

/**
 * The same without the embedded database where not all are asked for: for what is done by statements alone, which take it
 * several times as long.
 */
export const servedPlaces: Places = [...(isOnAll ? places : places.slice(1)), ...inEventStoreDb]

/** What a service needs besides the databases of a place. */
export const logOf = ({ settings }: Awaited<ReturnType<Make>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('EVENTSTORE_')))

export const isInTable = (place: Awaited<ReturnType<Make>>): boolean => place.settings.EVENTSTORE_URL === undefined
