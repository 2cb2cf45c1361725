import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { answering, ask, type Control, converse, withShortPath } from './lock-socket.js'

const Holder = z.object({ pid: z.number(), host: z.string(), startedAt: z.string(), about: z.string() })
const Answer = Holder.extend({ state: z.enum(['waiting', 'holding']) })
/** The process that holds the directory: `startedAt` is ISO 8601, `about` its own description, such as its address. */
export type Holder = z.infer<typeof Holder>

export type DirectoryLock = {
  /** Changes the description that other processes get. */
  describe(about: string): void
  /** Answers requests of other processes from now on: of any that may open the directory. */
  serve(control: Control): void
  release(): Promise<void>
}

/** Another process, or another part of this one, holds the directory. `holder` is missing if it does not answer. */
export class DirectoryHeld extends Error {
  override readonly name = 'DirectoryHeld'
  readonly holder: Holder | undefined
  constructor(directory: string, holder: Holder | undefined) {
    const who = holder
      ? `process ${holder.pid} on ${holder.host} (${holder.about}), running since ${holder.startedAt}`
      : 'a process that is alive but does not answer'
    super(`${directory} is in use by ${who}. Stop it first, or choose another data directory.`)
    this.holder = holder
  }
}

/** The directory cannot be created, read or written. */
export class DirectoryUnusable extends Error {
  override readonly name = 'DirectoryUnusable'
  constructor(directory: string, cause: unknown) {
    super(`${directory} cannot be used as data directory: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * Claims a directory, which is created if missing, until `release` or the end of this process. The claim is a socket in
 * it, because a pid file means nothing in another pid namespace, and a socket cannot outlive its process.
 * @throws DirectoryHeld, DirectoryUnusable
 */
export const lockDirectory = async (directory: string, about: string): Promise<DirectoryLock> => {
  const path = resolve(directory)
  try {
    await makeDirectory(path)
    return await withShortPath(path, (short) => claim(path, short, about))
  } catch (error) {
    throw error instanceof DirectoryHeld ? error : new DirectoryUnusable(path, error)
  }
}

/** Creates it for the owner only, parents one by one: a recursive mkdir never ends where it cannot, as in /proc. */
const makeDirectory = async (path: string, mode = 0o700): Promise<void> => {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (code === 'EEXIST') return mode === 0o700 ? closeToOthers(path) : undefined
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeDirectory(dirname(path), 0o777)
    await mkdir(path, { mode })
  }
}

const OURS = /^(?:cluster(?:\.new)?|master\.key.*|(?:lock|new)-.*)$/

/** Closes an existing folder to other users, if we own it and it holds only a store: other files may be needed by others. */
const closeToOthers = async (path: string): Promise<void> => {
  const { mode, uid } = await stat(path)
  if ((mode & 0o077) === 0 || uid !== process.getuid?.()) return
  const isStore = (await readdir(path)).every((entry) => OURS.test(entry))
  if (isStore) await chmod(path, 0o700)
  const outcome = isStore
    ? "from now on it is its owner's alone (0700)"
    : 'it stays so, as it holds other files as well'
  process.stderr.write(`${path} was open to other users of this machine; ${outcome}.\n`)
}

/** Sends one line to the holder and yields its answer's lines; none: no holder, or unknown. Aborting stops the work. */
export async function* askLockHolder(directory: string, request: string, signal: AbortSignal): AsyncGenerator<string> {
  const path = resolve(directory)
  for (const name of (await readdir(path)).filter((entry) => entry.startsWith('lock-'))) {
    const lines = await withShortPath(path, async (short) => {
      const isHolder = answerIn(await ask(join(short, name)))?.state === 'holding'
      return isHolder ? converse(join(short, name), request, signal) : undefined
    }).catch(() => undefined)
    if (lines !== undefined) return yield* lines
  }
}

/** How long a released lock waits for who is still connected: a process that is stopped may never read or leave. */
const LEAVE_MS = 1000

/**
 * Each process listens on a random name, publishes it by a rename, and only then looks for others. Two processes cannot
 * both find no other: the later one would have missed a name that was already published. A published name that refuses
 * connections is dead for ever, because names are random, so any process may remove it. Of two that wait for each other
 * the smaller name stays.
 */
const claim = async (path: string, short: string, about: string): Promise<DirectoryLock> => {
  const self = { pid: process.pid, host: hostname(), startedAt: new Date().toISOString(), about, state: 'waiting' }
  const describe = (text: string) => {
    self.about = text
  }
  let control: Control = async () => {}
  const serve = (asked: Control) => {
    control = asked
  }
  for (;;) {
    const id = randomBytes(6).toString('hex')
    const name = `lock-${id}`
    const server = await answering(
      join(short, `new-${id}`),
      () => JSON.stringify(self),
      (...asked) => control(...asked),
    )
    const withdraw = async () => {
      await rm(join(path, name), { force: true })
      const cutting = setTimeout(() => server.closeAllConnections(), LEAVE_MS)
      await new Promise((closed) => server.close(closed))
      clearTimeout(cutting)
    }
    try {
      await rename(join(short, `new-${id}`), join(short, name))
      if (await outlasts(short, path, name)) {
        self.state = 'holding'
        return { describe, serve, release: withdraw }
      }
    } catch (error) {
      await withdraw()
      throw error
    }
    await withdraw()
    await pause(20 + Math.random() * 30)
  }
}

/** Whether this process wins, as no other is alive any more; false: it has to yield. @throws DirectoryHeld */
const outlasts = async (short: string, path: string, name: string): Promise<boolean> => {
  for (;;) {
    const others = (await readdir(path)).filter((entry) => entry.startsWith('lock-') && entry !== name)
    let alive = 0
    for (const other of others) {
      const said = await ask(join(short, other))
      if (said === 'dead') {
        await rm(join(path, other), { force: true })
        continue
      }
      const answer = answerIn(said)
      if (answer?.state !== 'waiting') throw new DirectoryHeld(path, answer && Holder.parse(answer))
      if (other < name) return false
      alive += 1
    }
    if (alive === 0) return true
    await pause(20)
  }
}

const answerIn = (text: string): z.infer<typeof Answer> | undefined => {
  try {
    return Answer.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
