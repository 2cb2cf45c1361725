import { z } from 'zod'

/** The parsed EVENTSTORE_URL: hosts, credentials and options. */
export type EventStoreAddress = {
  readonly hosts: readonly { readonly address: string; readonly port: number }[]
  /** Whether the first host is a DNS name that lists the cluster. */
  readonly discover: boolean
  readonly tls: boolean
  readonly credentials: { readonly username: string; readonly password: string } | undefined
  /** A file of certificates that are trusted in addition to those that Node knows. */
  readonly tlsCAFile?: string
  /** How long one call may take, in milliseconds. */
  readonly defaultDeadline?: number
  /** The client's own options. Times are in milliseconds, but `gossipTimeout` is in seconds. */
  readonly options: Readonly<Record<string, string | number>>
}

/** The fault of an address, as the end of a sentence that begins with the setting's name. It quotes no part of the address. */
class Fault extends Error {}

const MUST =
  'must be an address like esdb://user:password@host:2113 or esdb+discover://user:password@cluster:2113; kurrentdb:// and kurrentdb+discover:// mean the same'

/** EventStoreDB is called KurrentDB since version 25; both use the same form of address. */
const FORM = /^(?:esdb|kurrentdb)(\+discover)?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/?(?:\?([^#?]*))?$/

/** Parses an EventStoreDB connection string. Refuses what the client would misread, print or ignore. */
export const eventStoreSetting = () =>
  z.string().transform((text, context): EventStoreAddress => {
    try {
      return eventStoreAddress(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Fault ? error.message : MUST })
      return z.NEVER
    }
  })

/** The parts of a connection string. Throws an error whose message says what it must be. */
export const eventStoreAddress = (text: string): EventStoreAddress => {
  const [, discover, user, hosts, query = ''] = FORM.exec(text.trim()) ?? []
  if (hosts === undefined) throw new Fault(MUST)
  const { tls = 'true', tlsCAFile, defaultDeadline, ...options } = optionsIn(query)
  const credentials = credentialsIn(user)
  if (tls === 'true' && credentials === undefined)
    throw new Fault('must name a user and a password, as a server with TLS asks for them, or end with ?tls=false')
  return {
    hosts: hosts.split(',').map(hostIn),
    discover: discover !== undefined,
    tls: tls === 'true',
    credentials,
    ...(tlsCAFile === undefined ? {} : { tlsCAFile: String(tlsCAFile) }),
    ...(defaultDeadline === undefined ? {} : { defaultDeadline: Number(defaultDeadline) }),
    options,
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Fault('must have % codes for special characters: %25 for a per cent sign')
  }
}

const credentialsIn = (user: string | undefined): EventStoreAddress['credentials'] => {
  if (user === undefined) return undefined
  const [username = '', password = '', ...more] = user.split(':')
  if (username === '' || password === '' || more.length > 0)
    throw new Fault('must have user:password before the @, with % codes for special characters: %3A for a colon')
  return { username: decoded(username), password: decoded(password) }
}

const hostIn = (text: string): { readonly address: string; readonly port: number } => {
  const [, address, port = '2113'] =
    /^([a-z0-9]([a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/i.exec(text)?.filter((_, i) => i !== 2) ?? []
  if (address === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new Fault('must have hosts like name:2113, with commas between them')
  return { address, port: Number(port) }
}

const wholeFrom = (least: number) => (value: string) =>
  /^\d{1,9}$/.test(value) && Number(value) >= least ? Number(value) : undefined
const oneOf =
  (...words: readonly string[]) =>
  (value: string) =>
    words.includes(value) ? value : undefined
const keepAlive = (value: string) => (value === '-1' ? -1 : wholeFrom(10_000)(value))

/** The options of the query string: what each must be, and how it is read (undefined: invalid). */
const known: Readonly<Record<string, readonly [string, (value: string) => string | number | undefined]>> = {
  tls: ['true or false', oneOf('true', 'false')],
  tlsVerifyCert: ['true: name the file of a certificate with tlsCAFile instead', oneOf('true')],
  tlsCAFile: ['a file', decoded],
  nodePreference: ['leader, as only the leader knows the latest', oneOf('leader')],
  throwOnAppendFailure: ['true', oneOf('true')],
  connectionName: ['a name', decoded],
  defaultDeadline: ['milliseconds, at least 100', wholeFrom(100)],
  keepAliveInterval: ['milliseconds, at least 10000, or -1', keepAlive],
  keepAliveTimeout: ['milliseconds, or -1', (value) => (value === '-1' ? -1 : wholeFrom(1)(value))],
  discoveryInterval: ['milliseconds', wholeFrom(1)],
  maxDiscoverAttempts: ['a number', wholeFrom(1)],
  gossipTimeout: ['seconds', wholeFrom(1)],
}
/** The client always behaves like this, and has no option for it. */
const CHECKED_ONLY = new Set(['tlsVerifyCert', 'nodePreference', 'throwOnAppendFailure'])
const flat = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

const optionsIn = (query: string): Readonly<Record<string, string | number>> => {
  const found: Record<string, string | number> = {}
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const [key = '', value = '', ...more] = pair.split('=')
    const name = Object.keys(known).find((each) => flat(each) === flat(key))
    const [must, read] = known[name ?? ''] ?? []
    if (name === undefined || read === undefined || more.length > 0)
      throw new Fault(`must have no other options than ${Object.keys(known).join(', ')}`)
    const option = read(value)
    if (option === undefined || option === '') throw new Fault(`must have ${name}=${must}`)
    if (!CHECKED_ONLY.has(name)) found[name] = option
  }
  return found
}
