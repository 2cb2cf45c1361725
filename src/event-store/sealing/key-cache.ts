import { createSecretKey, type KeyObject } from 'node:crypto'
import { type KeyRef, nameOf } from './key-ref.js'

type Kept = { readonly key: Uint8Array; readonly until: number }

type Limits = {
  /** Keys that are kept at most. */
  readonly most: number
  /** For how long each is kept, in milliseconds. */
  readonly keptMs: number
}

const LIMITS: Limits = { most: 8192, keptMs: 60_000 }

/**
 * Keys that were used lately, so that a projector which follows its own process's appends asks for none. What leaves it is
 * overwritten with zeros; who takes a key gets an object of its own.
 */
export const createKeyCache = (now: () => number, { most, keptMs }: Limits = LIMITS) => {
  const kept = new Map<string, Kept>()
  const drop = (name: string) => {
    kept.get(name)?.key.fill(0)
    kept.delete(name)
  }
  const dropOld = () => {
    for (const [name, { until }] of kept) {
      if (kept.size <= most && until > now()) return
      drop(name)
    }
  }
  return {
    get: (name: string): KeyObject | undefined => {
      const found = kept.get(name)
      if (found === undefined || found.until <= now()) return undefined
      return createSecretKey(found.key)
    },
    keep: (name: string, key: Uint8Array): void => {
      drop(name)
      kept.set(name, { key: new Uint8Array(key), until: now() + keptMs })
      dropOld()
    },
    forget: (refs: readonly KeyRef[]): void => {
      for (const ref of refs) drop(nameOf(ref))
    },
    clear: (): void => {
      for (const name of [...kept.keys()]) drop(name)
    },
  }
}
