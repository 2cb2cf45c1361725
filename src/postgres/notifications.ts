import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Client, type ClientConfig } from 'pg'
import { retryDelayMs } from '../concurrency/back-off.js'
import type { Stop } from './database.js'
import { schemaName } from './handle.js'

const backOff = { firstDelayMs: 100, longestDelayMs: 5000 }

type OnPayload = (payload: string) => void

/** Listens on a connection of its own, which is opened by the first `listen` and again whenever it is lost. */
export class Listener {
  private readonly config: () => ClientConfig
  private readonly callbacks = new Map<string, Set<OnPayload>>()
  private readonly closing = new AbortController()
  private readonly inTurn = pLimit(1)
  private client: Client | undefined
  private attempted: Promise<void> | undefined
  private ended: Promise<void> | undefined

  constructor(config: () => ClientConfig) {
    this.config = config
  }

  /** Resolves when it listens on the channel, or the first attempt has failed. Channels are named like schemas. */
  async listen(channel: string, onPayload: OnPayload): Promise<Stop> {
    const callbacks = this.callbacks.get(schemaName(channel)) ?? new Set()
    this.callbacks.set(channel, callbacks)
    // The same function may listen twice: each subscription is its own.
    const own: OnPayload = (payload) => onPayload(payload)
    callbacks.add(own)
    this.attempted ??= new Promise((resolve) => {
      this.ended = this.keep(resolve)
    })
    await this.attempted
    await this.subscribe([channel]).catch(() => {})
    return async () => {
      callbacks.delete(own)
    }
  }

  async close(): Promise<void> {
    this.closing.abort()
    await this.client?.end().catch(() => {})
    await this.ended
  }

  /** Connects until closed, with a back-off while it fails. */
  private async keep(attempted: () => void): Promise<void> {
    const { signal } = this.closing
    let failures = 0
    while (!signal.aborted) {
      const connected = await this.connect(attempted).catch(() => false)
      attempted()
      failures = connected ? 0 : failures + 1
      if (!signal.aborted)
        await pause(retryDelayMs(failures, backOff), undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Runs until the connection is lost; returns true if it had been opened. */
  private async connect(listening: () => void): Promise<boolean> {
    const client = new Client(this.config())
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve()).on('end', () => resolve())
    })
    client.on('notification', ({ channel, payload = '' }) => {
      for (const callback of [...(this.callbacks.get(channel) ?? [])]) callback(payload)
    })
    try {
      await client.connect()
      this.client = client
      await this.subscribe([...this.callbacks.keys()])
      listening()
      if (!this.closing.signal.aborted) await lost
      return true
    } finally {
      this.client = undefined
      await client.end().catch(() => {})
    }
  }

  private subscribe(channels: readonly string[]): Promise<unknown> {
    const text = channels.map((channel) => `listen "${channel}"`).join('; ')
    return this.inTurn(async () => this.client?.query(text))
  }
}
