import type { Conversation, Episode } from '../fold/state.js'
import type { Row } from './read-rows.js'
import { readerColumns } from './reader-columns.js'
import { sealed } from './sealed.js'

/** Its address and the caller's own metadata stay when a memory of it is erased; what was said goes. */
export const episodeRow = ({ frame, ...episode }: Episode): Row => ({
  ...readerColumns(episode.readers),
  ...{ id: episode.id, state: episode.counts === null ? 'recorded' : 'ingested', counts: episode.counts },
  ...{ source_site: episode.sourceSite, source_url: sealed(frame.sourceUrl), metadata: frame.metadata },
  ...{ session_id: episode.sessionId, observed_at: episode.observedAt, recorded_at: episode.recordedAt },
})

export const conversationRow = ({ id, said }: Episode): Row =>
  said === 'erased'
    ? { id, conversation: null, messages: null }
    : { id, conversation: sealed(said.conversation), messages: sealed(turnsOf(said)) }

/** Who said what, in a form that does not depend on how JSON is written. */
const turnsOf = ({ messages }: Conversation): string | null =>
  messages === null
    ? null
    : messages
        .map(({ role, name, content }) => [role, name, content].filter((part) => part !== undefined).join('\u001f'))
        .join('\u001e')
