import { setImmediate as breath } from 'node:timers/promises'

const PIECE = 50

/**
 * The same, with a breath after every few, so that a server that replays goes on answering others.
 * Throws the signal's reason once it is aborted.
 */
export async function* gently<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  let taken = 0
  for await (const item of items) {
    signal.throwIfAborted()
    yield item
    if (++taken % PIECE === 0) await breath()
  }
}
