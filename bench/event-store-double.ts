/** The tests' EventStoreDB in a process of its own, as slow at passing over events as a real one; asked over IPC. */
import type { Seen } from '../test/support/eventstoredb/appending.js'
import { startEventStoreDouble } from '../test/support/eventstoredb/server.js'

export type Asked = { readonly foreign: number }
export type Told = { readonly url: string; readonly seen: Omit<Seen, 'users'> }

const double = await startEventStoreDouble()
double.script.scanningCosts = true
const tell = () => {
  const { users, ...seen } = double.seen
  users.length = 0
  const told: Told = { url: double.url, seen }
  process.send?.(told)
}
process.on('message', ({ foreign }: Asked) => {
  if (foreign > 0) double.log.foreign(foreign)
  tell()
})
tell()
