import { namedStatement } from '../commands/erase-memories.js'
import type { KeyedHashes } from '../commands/master-key.js'
import { grouped } from '../concurrency/slices.js'
import { isBefore as isToldBefore } from '../domain/moment.js'
import { readerGroup } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type DatedWords, type DeletedWords, deletedWords, erasedAt } from '../queries/known-words.js'
import { hashesAsUserSaid } from '../text/as-user-said.js'
import type { PreparedFact, PreparedIngest, TakenBack } from './context.js'
import { givenDay, isOfSameDay } from './duplicates.js'
import { isUnsure } from './forget-request.js'

const NOTHING_TAKEN_BACK: TakenBack = { deleted: new Map(), ofOtherDays: new Set(), erased: new Set() }

/** Asks only where a time was given: what is said without one is said now. */
export const readTakenBack = async (
  db: Database,
  keyedHashes: KeyedHashes,
  { facts, readers, request: { scope } }: Pick<PreparedIngest, 'facts' | 'readers' | 'request'>,
): Promise<TakenBack> => {
  // What replaces memories that it names is done as it is said.
  const dated = facts.filter(
    ({ given, replacement, forgets }) =>
      given && !replacement?.replaces?.length && (forgets === undefined || isUnsure(forgets)),
  )
  if (dated.length === 0) return NOTHING_TAKEN_BACK
  const group = readerGroup(readers)
  const { userId } = scope
  const hashes = [...new Set(dated.flatMap(hashesOf))]
  const { deleted, hasErased } = await deletedWords(db, scope, { group, hashes })
  return {
    ...deletedAmong(dated, deleted),
    erased: hasErased
      ? await erasedAmong(db, namedStatement(keyedHashes, userId), { userId, dated, group })
      : new Set(),
  }
}

/** Of each fact the deleted memory with its words, rather one of its day. */
const deletedAmong = (
  facts: readonly PreparedFact[],
  deleted: readonly DeletedWords[],
): Pick<TakenBack, 'deleted' | 'ofOtherDays'> => {
  const byHash = grouped(deleted, ({ textHash }) => textHash)
  const days = new Map(deleted.map(({ memoryId, day }) => [memoryId, day]))
  const known = new Map<string, string>()
  const ofOtherDays = new Set<string>()
  for (const fact of facts) {
    const isSameDay = ({ memoryId }: DeletedWords) => isOfSameDay(fact, days.get(memoryId) ?? null)
    const said = hashesOf(fact).flatMap((hash) => byHash.get(hash) ?? [])
    const standing = said.filter((each) => isSaidBefore(fact, each) && (each.isOnAllDays || isSameDay(each)))
    const ofDay = standing.find(isSameDay)
    const found = ofDay ?? standing[0]
    if (found === undefined) continue
    known.set(fact.memoryId, found.memoryId)
    if (ofDay === undefined) ofOtherDays.add(fact.memoryId)
    else days.set(ofDay.memoryId, givenDay(fact))
  }
  return { deleted: known, ofOtherDays }
}

/** Of its words, with the label of a chat and without: they are the same to whoever takes them back. */
const hashesOf = (fact: PreparedFact): readonly string[] => hashesAsUserSaid(fact, fact.replacement?.key)

const isSaidBefore = (fact: PreparedFact, { deletedAt, askedAt }: DeletedWords): boolean =>
  askedAt === null || fact.given === undefined ? isBefore(fact, deletedAt) : !isToldBefore(askedAt, fact.given)

/** Of a day without an hour nobody knows whether it was before what happened on it: then it is new, and nothing is lost. */
const isBefore = ({ given }: Pick<PreparedFact, 'given'>, instant: string): boolean =>
  given !== undefined && isToldBefore(given, { instant, offset: null })

const erasedAmong = async (
  db: Database,
  nameOf: ReturnType<typeof namedStatement>,
  {
    userId,
    dated,
    group,
  }: { readonly userId: string; readonly dated: readonly PreparedFact[]; readonly group: string },
): Promise<ReadonlySet<string>> => {
  const named = dated.map((fact) => {
    const words = hashesOf(fact).map((hash): DatedWords => ({ group, hash, day: null }))
    return { fact, names: words.flatMap((each) => [nameOf(each), nameOf({ ...each, day: givenDay(fact) })]) }
  })
  const times = await erasedAt(
    db,
    userId,
    named.flatMap(({ names }) => names),
  )
  const isErased = ({ fact, names }: (typeof named)[number]) =>
    names.some((name) => {
      const at = times.get(name)
      return at !== undefined && isBefore(fact, at)
    })
  return new Set(named.filter(isErased).map(({ fact }) => fact.memoryId))
}
