import { setTimeout as pause } from 'node:timers/promises'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import type { Serving } from './appending.js'
import { caughtUp, checkpointAnswer, confirmed, eventAnswer } from './messages.js'
import { drained } from './reading.js'
import type { Kept } from './server-log.js'

type Call = ServerWritableStream<ReadReq, ReadResp>

const ENDS = ['cancelled', 'close']
/** Looked at between two checkpoints; the real server asks for 32 times the interval. */
const CHECKPOINT_EVERY = 32
/** How far a checkpoint runs ahead of what the client has been sent, in events, as a server's does that reads ahead. */
const AHEAD = 3

/** What comes after a position, for ever, through the filter of stream names that the client asks for. */
export const subscribe = (serving: Serving, call: Call, options: ReadReq.Options): void => {
  const { log, script, seen } = serving
  seen.subscriptions++
  if (script.readsHang) return
  const prefixes = options.getFilter()?.getStreamIdentifier()?.getPrefixList()
  const matches = ({ stream }: Kept) => prefixes === undefined || prefixes.some((prefix) => stream.startsWith(prefix))
  const from = options.getAll()?.getPosition()?.getCommitPosition()
  let next = from === undefined ? 0 : log.all.findIndex(({ position }) => position > BigInt(from))
  if (next < 0) next = log.all.length
  const ended = () => call.cancelled || call.destroyed || call.writableEnded
  const send = async (answer: ReadResp) => {
    if (!ended() && !call.write(answer)) await drained(call)
  }
  const deliver = async (event: Kept) => {
    if (script.slowMs > 0) await pause(script.slowMs)
    await send(eventAnswer(event))
    seen.delivered++
    if (!script.doubled) return
    await send(eventAnswer(event))
    const earlier = log.all.findLast((one) => one.position < event.position && matches(one))
    if (earlier && (from === undefined || earlier.position > BigInt(from))) await send(eventAnswer(earlier))
  }
  const run = async () => {
    await send(confirmed())
    for (let looked = 0; !ended(); ) {
      const event = script.stalled ? undefined : log.all[next]
      if (event === undefined) {
        if (looked > 0) await send(caughtUp())
        looked = 0
        await grown(serving, call)
        continue
      }
      next++
      looked++
      const ahead = log.all[Math.min(next + AHEAD, log.all.length - 1)]
      if (looked % CHECKPOINT_EVERY === 0 && ahead) await send(checkpointAnswer(ahead.position))
      if (matches(event)) await deliver(event)
    }
  }
  void run()
}

/** Resolves when the log has grown, or the client has gone. */
const grown = ({ log }: Serving, call: Call): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      log.watchers.delete(done)
      for (const event of ENDS) call.off(event, done)
      resolve()
    }
    log.watchers.add(done)
    for (const event of ENDS) call.once(event, done)
  })
