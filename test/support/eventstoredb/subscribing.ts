import { setTimeout as pause } from 'node:timers/promises'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { type ServerWritableStream, status } from '@grpc/grpc-js'
import type { Serving } from './appending.js'
import { caughtUp, checkpointAnswer, confirmed, eventAnswer, fellBehind } from './messages.js'
import { drained } from './reading.js'
import { type Filter, filterIn, meter, type Place, pageAfter, placeOf } from './scanning.js'
import type { Kept } from './server-log.js'

type Call = ServerWritableStream<ReadReq, ReadResp>

const ENDS = ['cancelled', 'close']
/** What the server keeps for a subscriber that is live, events and checkpoints together. */
const SLOTS = 32
const TOO_SLOW = 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.'
const EVERYTHING: Filter = { matches: () => true, window: 32, interval: Number.POSITIVE_INFINITY }

/** What comes after a position, for ever, through the filter of stream names that the client asks for. */
export const subscribe = (serving: Serving, call: Call, options: ReadReq.Options): void => {
  serving.seen.subscriptions++
  if (serving.script.readsHang) return
  const from = options.getAll()?.getPosition()?.getCommitPosition()
  const subscriber = subscriberOf(serving, call, {
    filter: filterIn(options) ?? EVERYTHING,
    from: from === undefined ? undefined : BigInt(from),
  })
  void subscriber.run()
}

type Asked = { readonly filter: Filter; readonly from: bigint | undefined }
type Slot = { readonly event: Kept } | { readonly checkpoint: bigint }

const subscriberOf = (serving: Serving, call: Call, { filter, from }: Asked) => {
  const { log, script, seen } = serving
  let last = from
  let counter = 0
  const ended = () => call.cancelled || call.destroyed || call.writableEnded
  const send = async (answer: ReadResp) => {
    if (!ended() && !call.write(answer)) await drained(call)
  }
  const sendCheckpoint = async (position: bigint) => {
    seen.checkpoints++
    last = position
    await send(checkpointAnswer(position))
  }
  const deliver = async (event: Kept) => {
    last = event.position
    if (script.slowMs > 0) await pause(script.slowMs)
    await send(eventAnswer(event))
    seen.delivered++
    if (!script.doubled) return
    await send(eventAnswer(event))
    const earlier = log.all.findLast((one) => one.position < event.position && filter.matches(one))
    if (earlier && (from === undefined || earlier.position > from)) await send(eventAnswer(earlier))
  }
  /**
   * Reads to the end of the log, no faster than the client takes it, and answers with the place behind it. A checkpoint
   * stands where its page begins, or at its last event that passes.
   */
  const catchUp = async (): Promise<Place> => {
    const took = meter(serving)
    let began = last ?? 0n
    for (let place = placeOf(serving, last); ; ) {
      const page = pageAfter(serving, place, filter)
      await took(page.considered)
      for (const event of page.matched) await deliver(event)
      place = page.next
      counter += page.considered
      if (page.isEnd || ended()) return place
      if (counter >= filter.interval) {
        counter %= filter.interval
        await sendCheckpoint(page.matched.at(-1)?.position ?? began)
      }
      began = page.reached ?? began
    }
  }
  /** Delivers what comes from a place on; resolves when more has come at once than is kept, or the client has gone. */
  const live = async (from: Place): Promise<void> => {
    let place = from
    const slots: Slot[] = []
    let overrun = false
    let isFirst = script.checkpointAhead
    const put = (slot: Slot) => {
      if (slots.length >= SLOTS) overrun = true
      else slots.push(slot)
    }
    const take = () => {
      // A checkpoint waits for room: other events come one by one, and a real server has sent the one before by then.
      while (!overrun && !script.stalled && slots.every((slot) => 'event' in slot)) {
        const window = Math.min(filter.window, filter.interval - counter)
        const page = pageAfter(serving, place, { ...filter, window })
        if (page.considered === 0) return
        const [next] = page.matched
        if (isFirst && next) put({ checkpoint: next.position })
        isFirst &&= next === undefined
        for (const event of page.matched) put({ event })
        place = page.next
        counter += page.considered
        if (counter < filter.interval) continue
        counter = 0
        put({ checkpoint: page.reached ?? 0n })
      }
    }
    const grown = watching(serving, call, take)
    for (; !ended() && !overrun; await grown.next())
      for (let slot = slots.shift(); slot !== undefined; slot = slots.shift())
        await ('event' in slot ? deliver(slot.event) : sendCheckpoint(slot.checkpoint).then(take))
    grown.stop()
  }
  const run = async () => {
    await send(confirmed())
    while (!ended()) {
      const place = await catchUp()
      await send(caughtUp())
      await live(place)
      if (ended()) return
      seen.overruns++
      if (!script.catchesUpItself) return void call.emit('error', { code: status.ABORTED, details: TOO_SLOW })
      await send(fellBehind())
    }
  }
  return { run }
}

/** Calls back whenever the log has grown, and now; `next` resolves after the next time, or when the client has gone. */
const watching = ({ log }: Serving, call: Call, grown: () => void) => {
  let wake = () => {}
  const moved = () => {
    grown()
    wake()
  }
  const stop = () => {
    log.watchers.delete(moved)
    for (const event of ENDS) call.off(event, moved)
    wake()
  }
  log.watchers.add(moved)
  for (const event of ENDS) call.once(event, stop)
  grown()
  return {
    next: () =>
      new Promise<void>((resolve) => {
        wake = resolve
        if (call.cancelled || call.destroyed) resolve()
      }),
    stop,
  }
}
