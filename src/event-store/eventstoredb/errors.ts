import { EventStoreUnavailable } from '../event-store.js'

// Kept apart from the modules that load the client, which takes 0.2 s and is not needed by most processes.

/** The event store denies access or this operation. Nothing was written. */
export class EventStoreRefused extends EventStoreUnavailable {
  override readonly name = 'EventStoreRefused'
}

/** Another node than the leader was asked. The client knows the leader from its answer: the next call goes there. */
export class NotLeader extends EventStoreUnavailable {
  override readonly name = 'NotLeader'
}

/** A live subscriber lagged behind the server's buffer (32); no failure. Before 24.2 any longer append does this. */
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
