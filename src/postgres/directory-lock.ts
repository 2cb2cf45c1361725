import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { answering, ask, type Control, converse, dial, withShortPath } from './lock-socket.js'

const Holder = z.object({ pid: z.number(), host: z.string(), startedAt: z.string(), about: z.string() })
const Answer = Holder.extend({ state: z.enum(['waiting', 'holding']) })
/** Who has the directory: `startedAt` is ISO 8601, `about` what it says of itself, such as its address. */
export type Holder = z.infer<typeof Holder>

export type DirectoryLock = {
  /** Changes what others are told about this process. */
  describe(about: string): void
  /** From now on other processes may ask this one for work; whoever may open the directory may ask. */
  serve(control: Control): void
  release(): Promise<void>
}

/** Another process, or another part of this one, has the directory. `holder` is missing when it does not answer. */
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

/** The directory cannot be made, read or written. */
export class DirectoryUnusable extends Error {
  override readonly name = 'DirectoryUnusable'
  constructor(directory: string, cause: unknown) {
    super(`${directory} cannot be used as data directory: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * Claims a directory, made when missing, for as long as this process lives or until `release`. The claim is a socket
 * in it, for a pid file means nothing in another pid namespace, and a socket cannot outlive its process.
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

/**
 * What is in it is for its owner alone. Its parents are made one by one: all at once never ends where none can be made, as
 * in /proc.
 */
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

/** A folder that was there before is closed to others, if it is ours and holds nothing but a store: who knows who else needs it. */
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

/**
 * Asks the process that has the directory for something, a line of text, and gives the lines that it answers until it is
 * done. Aborting tells it to stop. No lines: nobody has it, or it knows no such thing.
 */
export async function* askLockHolder(directory: string, request: string, signal: AbortSignal): AsyncGenerator<string> {
  const path = resolve(directory)
  for (const name of (await readdir(path)).filter((entry) => entry.startsWith('lock-'))) {
    const socket = await withShortPath(path, (short) => dial(join(short, name))).catch(() => undefined)
    if (socket === undefined) continue
    let isHolder = false
    for await (const line of converse(socket, request, signal))
      if (isHolder) yield line
      else if (answerIn(line)?.state === 'holding') isHolder = true
      else break
    if (isHolder) return
  }
}

/**
 * Everybody binds a name of their own, publishes it by a rename once they listen, and only then looks at the others,
 * so of two who both see no other alive, one would have missed a name already published: impossible. A published
 * name that refuses is dead for ever, as names are random, so anybody may remove it. Of two who wait for one another
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
      await new Promise((closed) => server.close(closed))
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

/** True when no other is alive any more; false when this one has to give way; throws when another holds. */
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
