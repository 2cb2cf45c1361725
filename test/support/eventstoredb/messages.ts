import shared, { type StreamIdentifier, type UUID } from '@eventstore/db-client/generated/shared_pb.js'
import streams, {
  type AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import type { Expectation, Kept, Proposed, Refused, Written } from './server-log.js'

const NO_POSITION = '18446744073709551615'

export const nameIn = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()

const identifierOf = (name: string): StreamIdentifier => {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(name).toString('base64'))
  return identifier
}

/** Throws where the id is none, as the server does. */
export const proposedIn = (message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): Proposed => {
  const id = message.getId()?.getString() ?? ''
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Error('Exception was thrown by handler.')
  return {
    id,
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

export const expectationIn = (options: AppendReq.Options | undefined): Expectation => {
  if (options === undefined || options.hasAny()) return 'any'
  if (options.hasNoStream()) return 'no-stream'
  return options.hasStreamExists() ? 'stream-exists' : BigInt(options.getRevision())
}

/** An event as an answer of a read; a subscription's tells where it stands in the log, and so does a stream's of today. */
export const eventAnswer = (kept: Kept, tellsPosition = true): ReadResp => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
  const id: UUID = new shared.UUID()
  id.setString(kept.id)
  recorded.setId(id)
  recorded.setStreamIdentifier(identifierOf(kept.stream))
  recorded.setStreamRevision(`${kept.revision}`)
  const position = tellsPosition ? `${kept.position}` : NO_POSITION
  recorded.setCommitPosition(position)
  recorded.setPreparePosition(position)
  recorded.getMetadataMap().set('type', kept.type)
  recorded.getMetadataMap().set('content-type', kept.contentType)
  recorded.getMetadataMap().set('created', '17000000000000000')
  recorded.setData(kept.data)
  recorded.setCustomMetadata(kept.metadata)
  const event = new streams.ReadResp.ReadEvent()
  event.setEvent(recorded)
  if (tellsPosition) event.setCommitPosition(position)
  else event.setNoPosition(new shared.Empty())
  const answer = new streams.ReadResp()
  answer.setEvent(event)
  return answer
}

export const notFound = (name: string): ReadResp => {
  const answer = new streams.ReadResp()
  const missing = new streams.ReadResp.StreamNotFound()
  missing.setStreamIdentifier(identifierOf(name))
  answer.setStreamNotFound(missing)
  return answer
}

export const checkpointAnswer = (position: bigint): ReadResp => {
  const answer = new streams.ReadResp()
  const checkpoint = new streams.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(`${position}`)
  checkpoint.setPreparePosition(`${position}`)
  answer.setCheckpoint(checkpoint)
  return answer
}

export const confirmed = (): ReadResp => {
  const answer = new streams.ReadResp()
  const confirmation = new streams.ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId('subscription')
  answer.setConfirmation(confirmation)
  return answer
}

export const caughtUp = (): ReadResp => {
  const answer = new streams.ReadResp()
  answer.setCaughtUp(new streams.ReadResp.CaughtUp())
  return answer
}

export const fellBehind = (): ReadResp => {
  const answer = new streams.ReadResp()
  answer.setFellBehind(new streams.ReadResp.FellBehind())
  return answer
}

/** The answer of a plain append. */
export const appendAnswer = (result: Written | Refused, tellsPosition: boolean): AppendResp => {
  const answer = new streams.AppendResp()
  if ('current' in result) {
    const wrong = new streams.AppendResp.WrongExpectedVersion()
    if (result.current < 0n) wrong.setCurrentNoStream(new shared.Empty())
    else wrong.setCurrentRevision(`${result.current}`)
    wrong.setExpectedAny(new shared.Empty())
    answer.setWrongExpectedVersion(wrong)
    return answer
  }
  const success = new streams.AppendResp.Success()
  success.setCurrentRevision(`${result.revision}`)
  const position = new streams.AppendResp.Position()
  position.setCommitPosition(`${result.position}`)
  position.setPreparePosition(`${result.position}`)
  if (tellsPosition) success.setPosition(position)
  else success.setNoPosition(new shared.Empty())
  answer.setSuccess(success)
  return answer
}
