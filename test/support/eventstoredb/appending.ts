import { setTimeout as pause } from 'node:timers/promises'
import batched from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import streams, {
  type AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import { status as codes, type handleBidiStreamingCall, type handleClientStreamingCall } from '@grpc/grpc-js'
import { type Members, notLeader } from './gossip.js'
import { appendAnswer, expectationIn, nameIn, proposedIn } from './messages.js'
import type { Script } from './script.js'
import type { ServerLog, Written } from './server-log.js'

export type Serving = {
  readonly log: ServerLog
  readonly script: Script
  readonly seen: Seen
  readonly members: Members
}
/** What callers have asked for. */
export type Seen = {
  appends: number
  batches: number
  reads: number
  subscriptions: number
  /** Events that reads were sent. */
  sent: number
  /** Events that subscriptions were sent. */
  delivered: number
  /** Checkpoints that they were sent. */
  checkpoints: number
  /** Subscriptions that were ended because more came at once than is kept for one that is live. */
  overruns: number
  /** Events that filtered reads and subscriptions had to look at. */
  considered: number
  users: (string | undefined)[]
}

const CUT_OFF_MS = 5

type Plain = handleClientStreamingCall<AppendReq, AppendResp>
type Batched = handleBidiStreamingCall<BatchAppendReq, BatchAppendResp>

/** One append a call, as a client asks for it that gives its credentials with the call. */
export const plainAppend =
  ({ log, script, seen, members }: Serving): Plain =>
  (call, answer) => {
    const parts: AppendReq[] = []
    call.on('data', (part: AppendReq) => parts.push(part))
    call.on('error', () => {})
    call.on('end', async () => {
      // What was cut off in the middle ends as well, and is no append; that it was cut off is told a moment later.
      await pause(CUT_OFF_MS)
      if (call.cancelled) return
      seen.appends++
      const fault = script.appends.shift()
      if (fault === 'hangs') return
      const gone = { code: codes.UNAVAILABLE, details: 'the connection is lost' }
      if (fault === 'request lost') return answer(gone)
      const deposed = () => answer(notLeader(members().find(({ leads }) => leads)))
      if (fault === 'is cut off at an election') return deposed()
      try {
        const options = parts.find((part) => part.hasOptions())?.getOptions()
        const events = parts.flatMap((part) => part.getProposedMessage() ?? []).map(proposedIn)
        const result = log.append(nameIn(options?.getStreamIdentifier()), expectationIn(options), events)
        if (fault === 'answer lost') return answer(gone)
        if (fault === 'is kept at an election') return deposed()
        if (fault === 'commits and hangs') return
        const first = script.firstPosition ? log.all.find(({ id }) => id === events[0]?.id) : undefined
        const told = first && !('current' in result) ? { ...result, position: first.position } : result
        answer(null, appendAnswer(told, fault !== 'no position'))
      } catch {
        answer({ code: codes.UNKNOWN, details: 'Exception was thrown by handler.' })
      }
    })
  }

/** Many appends over one call, each with a correlation id. Nothing of ours asks for it: see the tests. */
export const batchAppend =
  ({ log, seen }: Serving): Batched =>
  (call) => {
    call.on('error', () => {})
    call.on('end', () => call.end())
    call.on('data', (request: BatchAppendReq) => {
      seen.batches++
      const options = request.getOptions()
      const expected = options?.hasAny() ? 'any' : options?.hasNoStream() ? 'no-stream' : undefined
      const result = log.append(
        nameIn(options?.getStreamIdentifier()),
        expected ?? BigInt(options?.getStreamPosition() ?? 0),
        request.getProposedMessagesList().map(proposedIn),
      )
      const answer = new streams.BatchAppendResp()
      answer.setCorrelationId(request.getCorrelationId())
      answer.setStreamIdentifier(options?.getStreamIdentifier())
      if ('current' in result) answer.setError(wrongVersion())
      else answer.setSuccess(success(result))
      call.write(answer)
    })
  }

const success = ({ revision, position: at }: Written): BatchAppendResp.Success => {
  const position = new batched.AllStreamPosition()
  position.setCommitPosition(`${at}`)
  position.setPreparePosition(`${at}`)
  const made = new streams.BatchAppendResp.Success()
  made.setCurrentRevision(`${revision}`)
  made.setPosition(position)
  return made
}

const wrongVersion = () => {
  const made = new status.Status()
  made.setCode(9)
  made.setMessage('WrongExpectedVersion')
  return made
}
