import { bytesOf, releaseBank } from './bank.js'
import type { Loaded } from './fill-bank.js'
import type { Version } from './rows.js'

/** The banks in memory, by user. What was used least recently goes first when there are more bytes than allowed. */
export class KeptBanks {
  private readonly banks = new Map<string, Loaded>()
  private readonly bytes: number

  constructor(bytes: number) {
    this.bytes = bytes
  }

  get(userId: string): Loaded | undefined {
    return this.banks.get(userId)
  }

  /** Puts a bank in as the one that was used last, and drops others that there is no room for. */
  put(userId: string, loaded: Loaded): void {
    this.use(userId, loaded)
    this.makeRoom(userId)
  }

  /** Notes that a bank is used now. */
  use(userId: string, loaded: Loaded): void {
    this.take(userId)
    this.banks.set(userId, loaded)
  }

  /** Takes a bank out without releasing it: nobody may search one that is half changed. */
  take(userId: string): void {
    this.banks.delete(userId)
  }

  drop(userId: string): void {
    const loaded = this.banks.get(userId)
    this.take(userId)
    if (loaded) releaseBank(loaded.bank)
  }

  versions(): ReadonlyMap<string, Version> {
    return new Map([...this.banks].map(([userId, { version }]) => [userId, version]))
  }

  private makeRoom(kept: string): void {
    let used = 0
    for (const { bank } of this.banks.values()) used += bytesOf(bank)
    for (const [userId, { bank }] of this.banks) {
      if (used <= this.bytes) return
      if (userId === kept) continue
      used -= bytesOf(bank)
      this.drop(userId)
    }
  }
}
