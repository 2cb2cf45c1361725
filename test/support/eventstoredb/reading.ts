import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js'
import type { Serving } from './appending.js'
import { eventAnswer, nameIn, notFound } from './messages.js'
import type { Kept } from './server-log.js'
import { subscribe } from './subscribing.js'

type Call = ServerWritableStream<ReadReq, ReadResp>

/** Reads of a stream or of all, in both directions, and subscriptions. */
export const read =
  (serving: Serving, open: Set<Call>): handleServerStreamingCall<ReadReq, ReadResp> =>
  (call) => {
    call.on('error', () => {})
    const options = call.request.getOptions()
    if (options === undefined) return call.end()
    open.add(call)
    call.on('close', () => open.delete(call))
    if (options.hasSubscription()) return subscribe(serving, call, options)
    serving.seen.reads++
    if (serving.script.readsHang) return
    const wanted = options.hasAll() ? fromAll(serving, options) : fromStream(serving, options)
    if (typeof wanted === 'string') {
      call.write(notFound(wanted))
      return call.end()
    }
    const tells = options.hasAll() || serving.script.streamsTellPositions
    const most = Number(options.getCount())
    void send(call, wanted.slice(0, most), tells)
  }

/** No faster than the client takes it. */
const send = async (call: Call, events: readonly Kept[], tells: boolean): Promise<void> => {
  for (const event of events) {
    if (call.cancelled || call.destroyed) return
    if (!call.write(eventAnswer(event, tells))) await drained(call)
  }
  call.end()
}

/** Resolves when the client wants more, or nothing any more. */
export const drained = (call: Call): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      for (const event of events) call.off(event, done)
      resolve()
    }
    const events = ['drain', 'cancelled', 'close']
    for (const event of events) call.once(event, done)
  })

const backwards = (options: ReadReq.Options): boolean => options.getReadDirection() === 1

const fromAll = ({ log }: Serving, options: ReadReq.Options): readonly Kept[] => {
  const from = options.getAll()?.getPosition()?.getCommitPosition()
  const at = from === undefined ? undefined : BigInt(from)
  if (backwards(options)) return log.all.filter(({ position }) => at === undefined || position < at).reverse()
  return log.all.filter(({ position }) => at === undefined || position >= at)
}

/** The name of the stream where there is none. */
const fromStream = ({ log }: Serving, options: ReadReq.Options): readonly Kept[] | string => {
  const wanted = options.getStream()
  const name = nameIn(wanted?.getStreamIdentifier())
  const held = log.stream(name)
  if (held === undefined) return name
  const from = wanted?.hasRevision() ? BigInt(wanted.getRevision()) : undefined
  if (backwards(options)) return held.filter(({ revision }) => from === undefined || revision <= from).reverse()
  return held.filter(({ revision }) => from === undefined || revision >= from)
}
