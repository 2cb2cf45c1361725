import { EventStoreUnavailable } from '../event-store.js'

// Apart from what loads the client, which takes a fifth of a second: most processes have no need of it.

/** The event store lets this user not in, or not do what was asked. Nothing was written. */
export class EventStoreRefused extends EventStoreUnavailable {
  override readonly name = 'EventStoreRefused'
}

/**
 * More has come at once than the server keeps for a subscriber that is live (32 events): it is to read on by itself. How
 * servers before 24.2 go on after any longer append, not a failure.
 */
export class SubscriberOverrun extends EventStoreUnavailable {
  override readonly name = 'SubscriberOverrun'
}

/** The server lacks something that the log cannot do without. */
export class UnsuitableServer extends Error {
  override readonly name = 'UnsuitableServer'
}

/** The file of EVENTSTORE_URL's tlsCAFile cannot be read. */
export class CertificateUnreadable extends Error {
  override readonly name = 'CertificateUnreadable'
}
