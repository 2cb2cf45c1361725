/** A model of what goes together when it is taken back: all memories of one user, in the order in which they were stored. */

export const GROUPS = ['user', 'a', 'a alone', 'b'] as const
/** Whose memories they are, and who reads them: the user's own; an agent's for the workspace, or for itself. */
export type Group = (typeof GROUPS)[number]
export type Reader = 'user' | 'a' | 'b'
export const readerOf = (group: Group): Reader => (group === 'a alone' ? 'a' : group)
const sees = (reader: Reader, group: Group): boolean =>
  group === 'user' || reader === 'user' ? group === reader : group !== 'a alone' || reader === 'a'

/** `words` are equal where the service takes them for the same; `text` is as it was written. */
export type Said = { readonly text: string; readonly words: string }
export type Memory = {
  id: string
  group: Group
  readonly key: string | undefined
  /** What it said from which version on; the last is what it says. */
  readonly wordings: (Said & { readonly version: number; readonly step: number })[]
  version: number
  /** The day that was given, there. */
  day: string | undefined
  status: 'active' | 'superseded' | 'deleted' | 'erased'
  /** The step in which it went, what took its place, and the instant of the deletion. */
  gone?: { readonly step: number; readonly at?: string; readonly onAllDays?: boolean }
  by?: Memory | undefined
}

export const now = ({ wordings }: Memory): Said => wordings[wordings.length - 1] as Said // it has one
const isActive = ({ status }: Memory): boolean => status === 'active'
/** An agent has one slot of a name, whoever reads it. */
const holds = (each: Memory, { group, key }: Pick<Memory, 'group' | 'key'>): boolean =>
  each.key === key && readerOf(each.group) === readerOf(group)
const sharesDay = (a: string | undefined, b: string | undefined): boolean => (a ?? b) === (b ?? a)

export class Bank {
  readonly memories: Memory[] = []
  /** What was erased: the group and the words, of which day, and until when a given time is of before. */
  private readonly erased: { readonly read: string; readonly day: string | undefined; readonly at: string }[] = []
  step = 0

  visible(reader: Reader, status: readonly Memory['status'][] = ['active']): readonly Memory[] {
    return this.memories.filter((each) => status.includes(each.status) && sees(reader, each.group))
  }

  /** Those of the same owner, readers, key and words, whatever became of them but an erasure. */
  together({ group, key }: Pick<Memory, 'group' | 'key'>, { words }: Said): readonly Memory[] {
    return this.memories.filter(
      (each) => each.group === group && each.key === key && now(each).words === words && each.status !== 'erased',
    )
  }

  /** Whether a memory was deleted or erased that says it of that day, after that instant. */
  private wasTakenBack(group: Group, said: Said, { day, at }: { day: string; at: string }): boolean {
    const isOfDay = (onAllDays: boolean | undefined, of: string | undefined) => onAllDays || sharesDay(of, day)
    return (
      this.together({ group, key: undefined }, said).some(
        ({ status, gone, day: of }) =>
          status === 'deleted' && Date.parse(at) < Date.parse(gone?.at ?? '') && isOfDay(gone?.onAllDays, of),
      ) ||
      this.erased.some(
        (each) =>
          each.read === `${group}: ${said.words} undefined` &&
          Date.parse(at) < Date.parse(each.at) &&
          isOfDay(each.day === undefined, each.day),
      )
    )
  }

  /** What is stated becomes: a new memory, a telling of one, or nothing where it was taken back. */
  state(group: Group, said: Said, { key, given, replaces, only }: Stating): { readonly fresh?: Memory } {
    const isPlain = key === undefined && replaces === undefined
    // What replaces something is also known as what more can read.
    const groups: readonly Group[] = group === 'a alone' && !isPlain ? ['a', group] : [group]
    const same = groups.flatMap((each) => this.together({ group: each, key }, said).filter(isActive))
    const fitting = isPlain ? same.filter(({ day }) => sharesDay(day, given?.day)) : same
    const dated = fitting.filter(({ day }) => given !== undefined && day !== undefined)
    const known = (dated.length > 0 ? dated : fitting).at(-1)
    if (known === undefined && isPlain && given && this.wasTakenBack(group, said, given)) return {}
    const memory = known ?? this.stored(group, said, { key, day: given?.day })
    memory.day ??= given?.day
    const slot = this.memories.filter((each) => key !== undefined && holds(each, { group, key }))
    const named = replaces === undefined ? [] : only ? [replaces] : this.together(replaces, now(replaces))
    for (const each of [...slot, ...named].filter((other) => isActive(other) && other !== memory))
      this.supersede(each, memory)
    return known === undefined ? { fresh: memory } : {}
  }

  private stored(group: Group, said: Said, { key, day }: Pick<Memory, 'key' | 'day'>): Memory {
    const memory: Memory = { id: '', group, key, wordings: [], version: 0, day, status: 'active' }
    this.say(memory, said)
    this.memories.push(memory)
    return memory
  }

  private say(memory: Memory, said: Said): void {
    memory.version++
    memory.wordings.push({ ...said, version: memory.version, step: this.step })
  }

  private supersede(memory: Memory, by: Memory): void {
    Object.assign(memory, { status: 'superseded', gone: { step: this.step }, by, version: memory.version + 1 })
  }

  delete(memory: Memory, { only, at }: { only: boolean; at: string }): readonly Memory[] {
    const all = only ? [memory] : this.together(memory, now(memory)).filter(({ status }) => status !== 'deleted')
    for (const each of all)
      Object.assign(each, {
        status: 'deleted',
        gone: { step: this.step, at, onAllDays: !(only && each === memory) },
        version: each.version + 1,
      })
    return all
  }

  erase(memory: Memory, { only, at }: { only: boolean; at: string }): readonly Memory[] {
    const all = only ? [memory] : this.together(memory, now(memory))
    for (const each of all) {
      // All that it ever said, for those who can read it now.
      for (const { words } of each.wordings)
        this.erased.push({ read: `${each.group}: ${words} ${each.key}`, day: only ? each.day : undefined, at })
      each.status = 'erased'
    }
    return all
  }

  /** What it is about: the memory, those whose place it takes, and those that it joins. */
  correct(memory: Memory, said: Said, { only }: { only: boolean }): readonly Memory[] {
    if (said.text === now(memory).text) return [memory]
    const joined = this.together(memory, said).filter(isActive)
    const others = only ? [] : this.together(memory, now(memory)).filter(isActive)
    this.say(memory, said)
    for (const each of others.filter((other) => other !== memory)) this.supersede(each, memory)
    return [...new Set([memory, ...others, ...joined])]
  }

  /** Undefined where it cannot be: another memory says so, or more can read what has its slot. */
  restore(memory: Memory, version: number, { only }: { only: boolean }): readonly Memory[] | undefined {
    const wording = memory.wordings.find((each) => each.version === version)
    if (wording === undefined) return undefined
    if (isActive(memory) && wording.text === now(memory).text) return [memory]
    const isSaid = (each: Memory) =>
      this.together(memory, wording).some(
        (other) => isActive(other) && other !== each && sharesDay(other.day, each.day),
      )
    const holder = this.holder(memory)
    if (isSaid(memory) || (holder?.group === 'a' && memory.group === 'a alone')) return undefined
    const corrections = memory.wordings.filter((each) => each.version > version).map(({ step }) => step)
    const wentAlong = ({ gone, by }: Memory) =>
      (by === memory && corrections.includes(gone?.step ?? -1)) ||
      (memory.gone !== undefined && gone?.step === memory.gone.step && by === memory.by)
    const companions = this.together(memory, wording).filter(
      (each) => each !== memory && !isActive(each) && wentAlong(each) && !isSaid(each) && !this.holder(each),
    )
    for (const each of only ? [memory] : [memory, ...companions]) {
      Object.assign(each, { status: 'active', gone: undefined, by: undefined })
      this.say(each, each === memory ? wording : now(each))
    }
    if (holder) this.supersede(holder, memory)
    return only ? [memory] : [memory, ...companions]
  }

  private holder({ key, group, ...memory }: Memory): Memory | undefined {
    return this.memories.find(
      (each) => key !== undefined && each.id !== memory.id && holds(each, { group, key }) && isActive(each),
    )
  }

  share(memory: Memory, group: Group, { only }: { only: boolean }): readonly Memory[] {
    const joined = this.together({ group, key: memory.key }, now(memory)).filter(isActive)
    const others = only ? [memory] : this.together(memory, now(memory)).filter(({ status }) => status !== 'deleted')
    for (const each of group === memory.group ? [] : others) {
      each.group = group
      each.version++
    }
    return [...new Set([memory, ...others, ...joined])]
  }

  /** Memories in force that say something else than these, but in the same words, as a reader sees them. */
  sameWords(reader: Reader, { words }: Said, ids: readonly Memory[]): readonly Memory[] {
    return this.visible(reader).filter((each) => now(each).words === words && !ids.includes(each))
  }
}

export type Stating = {
  readonly key?: string | undefined
  readonly given?: { readonly day: string; readonly at: string } | undefined
  readonly replaces?: Memory | undefined
  readonly only?: boolean
}
