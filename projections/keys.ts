import { isErased, type MemoryMetadata, type Metadata } from '../src/domain/event.js'
import { AS_SAID, type MemoryOf, type Wording } from '../src/domain/memory/events.js'
import { ownText } from '../src/domain/own-text.js'
import type { Readers } from '../src/domain/scope.js'
import { answerBits, isQuestion } from '../src/text/answer-bits.js'
import { namedDays } from '../src/text/dates/day.js'
import { lowerComposed } from '../src/text/fold.js'
import { ownWords } from '../src/text/search-vector.js'
import { isRoleWord, withoutRoleLabels } from '../src/text/speaker-name.js'

/** Keys start with the user: tables can be distributed by it. Columns keep their order: values find a row's changes. */
export const memoryKey = (m: { readonly userId: string; readonly memoryId: string }) => ({
  user_id: m.userId,
  id: m.memoryId,
})

export const versionKey = (m: MemoryMetadata, version = m.version) => ({
  user_id: m.userId,
  id: m.memoryId,
  version,
})

export const episodeKey = (m: Metadata & { readonly episodeId: string }) => ({ user_id: m.userId, id: m.episodeId })

/** Who may read a memory or an episode: the columns of every table that says so. */
export const readersIn = ({ workspaceId, agentId, visibility, grantedTo }: Readers) => ({
  workspace_id: workspaceId,
  agent_id: agentId,
  visibility,
  granted_to: grantedTo,
})

/** The data of events that set the words of a memory. */
export type WordedData = MemoryOf<'MemoryStored' | 'MemoryUpdated' | 'MemoryRestored'>['data']

/** The words of an event, or none if they are erased. */
export const saidIn = ({ said }: WordedData): Wording =>
  isErased(said)
    ? {
        content: '',
        speaker: null,
        subject: null,
        keywords: '',
        opinionConfidence: null,
        observationSubject: null,
        ...AS_SAID,
        metadata: {},
      }
    : { ...said, subject: said.subject === null ? null : lowerComposed(said.subject) }

const wordings = new WeakMap<WordedData, ReturnType<typeof readWording>>()

/** The columns that a memory's text and each of its versions have in common. An event is read once for both. */
export const wordingIn = (data: WordedData): ReturnType<typeof readWording> => {
  const wording = wordings.get(data) ?? readWording(data)
  wordings.set(data, wording)
  return wording
}

const readWording = (data: WordedData) => {
  const said = saidIn(data)
  const own = ownText(said)
  const { name, text } = searchedIn(said)
  return {
    content: said.content,
    speaker: said.speaker,
    keywords: said.keywords,
    metadata: said.metadata,
    opinion_confidence: said.opinionConfidence,
    observation_subject: said.observationSubject,
    language: data.language,
    is_question: isQuestion(own),
    answer_bits: answerBits(own, said.subject),
    named_days: namedDays(said.metadata),
    ...ownWords(name, text, data.language),
  }
}

/** The texts that a memory is found by: words for roles name nobody, and stand before turns because an ingest wrote them there. */
export const searchedIn = (said: Wording): { readonly name: string; readonly text: string } => {
  const own = ownText(said)
  return {
    name: said.subject === null || isRoleWord(said.subject) ? '' : said.subject,
    text: said.speaker === null ? withoutRoleLabels(own, said.subject) : own,
  }
}

/** The float32 values; null if they are erased or the text has no vector. */
export const vectorOf = ({ embedding }: Pick<MemoryOf<'MemoryEmbedded'>['data'], 'embedding'>): Float32Array | null => {
  if (isErased(embedding) || embedding.vector === null) return null
  const bytes = Uint8Array.from(Buffer.from(embedding.vector, 'base64'))
  return new Float32Array(bytes.buffer)
}

/** The status that a pending memory gets. */
export const activeOr = (waits: true | undefined): 'active' | 'needs_clarification' =>
  waits ? 'needs_clarification' : 'active'
