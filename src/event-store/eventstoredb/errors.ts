import { EventStoreUnavailable } from '../event-store.js'

// Kept apart from the modules that load the client, which takes 0.2 s and is not needed by most processes.

/** The event store denies access or this operation. Nothing was written. */
export class EventStoreRefused extends EventStoreUnavailable {
  override readonly name = 'EventStoreRefused'
}

/**
 * The server had more events than it buffers for a live subscriber (32), which must now read by itself. Servers
 * before 24.2 do this after any longer append; it is not a failure.
 */
export class SubscriberOverrun extends EventStoreUnavailable {
  override readonly name = 'SubscriberOverrun'
}

/** The server lacks something that the event store requires. */
export class UnsuitableServer extends Error {
  override readonly name = 'UnsuitableServer'
}

/** The file of EVENTSTORE_URL's tlsCAFile cannot be read. */
export class CertificateUnreadable extends Error {
  override readonly name = 'CertificateUnreadable'
}
