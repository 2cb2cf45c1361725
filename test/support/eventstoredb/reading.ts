import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { type handleServerStreamingCall, Metadata, type ServerWritableStream, status } from '@grpc/grpc-js'
import type { Serving } from './appending.js'
import { eventAnswer, nameIn, notFound } from './messages.js'
import { type Filter, filterIn, meter, pageAfter, placeOf } from './scanning.js'
import { type Kept, STEP } from './server-log.js'
import { subscribe } from './subscribing.js'

type Call = ServerWritableStream<ReadReq, ReadResp>

/** Reads of a stream or of all, in both directions, and subscriptions. */
export const read =
  (serving: Serving, open: Set<Call>): handleServerStreamingCall<ReadReq, ReadResp> =>
  (call) => {
    call.on('error', () => {})
    const options = call.request.getOptions()
    if (options === undefined) return call.end()
    if (serving.script.refusesAll && options.hasAll()) return void call.emit('error', accessDenied())
    open.add(call)
    call.on('close', () => open.delete(call))
    if (options.hasSubscription()) return subscribe(serving, call, options)
    serving.seen.reads++
    // A number instead of a text: the server takes it for none, and waits.
    if (serving.script.readsHang || options.getCount() === '0') return
    const wanted = options.hasAll() ? fromAll(serving, options) : fromStream(serving, options)
    if (typeof wanted === 'string') {
      call.write(notFound(wanted))
      return call.end()
    }
    const tells = options.hasAll() || serving.script.streamsTellPositions
    void send(serving, call, { events: wanted, most: Number(options.getCount()), tells })
  }

/** What a server answers a user who may not do what is asked for. */
const accessDenied = () => {
  const metadata = new Metadata()
  metadata.set('exception', 'access-denied')
  return { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata }
}

type Sending = { readonly events: Iterable<Kept> | AsyncIterable<Kept>; readonly most: number; readonly tells: boolean }

/** No faster than the client takes it. */
const send = async ({ seen }: Serving, call: Call, { events, most, tells }: Sending) => {
  let sent = 0
  for await (const event of events) {
    if (call.cancelled || call.destroyed) break
    seen.sent++
    if (!call.write(eventAnswer(event, tells))) await drained(call)
    if (++sent >= most) break
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

/** Forwards from the event at a position on, backwards from the one before it. */
const fromAll = (serving: Serving, options: ReadReq.Options): Iterable<Kept> | AsyncIterable<Kept> => {
  const from = options.getAll()?.getPosition()?.getCommitPosition()
  const at = from === undefined ? undefined : BigInt(from)
  const filter = filterIn(options)
  if (backwards(options)) return filter ? filteredBackwards(serving, at, filter) : eachBackwards(serving, at)
  return filter ? filteredForwards(serving, at, filter) : eachForwards(serving, at)
}

const copyOf = (event: Kept, i: number): Kept =>
  event.copies === 1 ? event : { ...event, copies: 1, position: event.position + STEP * BigInt(i) }

function* eachForwards({ log }: Serving, at: bigint | undefined): Generator<Kept> {
  for (const entry of log.all)
    for (let i = 0; i < entry.copies; i++) {
      const event = copyOf(entry, i)
      if (at === undefined || event.position >= at) yield event
    }
}

function* eachBackwards({ log }: Serving, at: bigint | undefined): Generator<Kept> {
  for (const entry of log.all.toReversed())
    for (let i = entry.copies - 1; i >= 0; i--) {
      const event = copyOf(entry, i)
      if (at === undefined || event.position < at) yield event
    }
}

async function* filteredForwards(serving: Serving, at: bigint | undefined, filter: Filter): AsyncGenerator<Kept> {
  const took = meter(serving)
  for (let place = placeOf(serving, at, true); ; ) {
    const page = pageAfter(serving, place, filter)
    await took(page.considered)
    yield* page.matched
    if (page.isEnd) return
    place = page.next
  }
}

async function* filteredBackwards(serving: Serving, at: bigint | undefined, filter: Filter): AsyncGenerator<Kept> {
  const took = meter(serving)
  for (const event of serving.log.all.toReversed()) {
    if (at !== undefined && event.position >= at) continue
    for (let left = event.copies; left > 0; left -= filter.window) await took(Math.min(left, filter.window))
    if (filter.matches(event)) yield event
  }
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
