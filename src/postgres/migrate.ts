import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Databases } from './database.js'
import { sqlState } from './faults.js'
import { schemaName } from './handle.js'
import { sql } from './sql.js'

export type Migration = { readonly number: number; readonly name: string; readonly sha256: string }
type Step = Migration & { readonly text: string }

/** The files and the database do not match; the message says which differ and how. */
export class MigrationMismatch extends Error {
  override readonly name = 'MigrationMismatch'
}

/**
 * Applies the files `<number>-<name>.sql` of a directory to a schema, which is created if missing: each once, in order, in
 * a transaction of its own together with its record in `<schema>.migration`. So a file has no begin or commit. Statements
 * name tables without the schema. Several processes may do this at the same time.
 * @returns the migrations that this call applied
 * @throws MigrationMismatch if an applied file has changed, or the database has one that is not among the files
 */
export const migrate = async (
  databases: Databases,
  directory: string,
  schema: string,
): Promise<readonly Migration[]> => {
  const steps = await stepsIn(directory)
  await databases.script(`${locked(schema)}
    create schema if not exists ${schema};
    create table if not exists ${schema}.migration (
      number int primary key,
      name text not null,
      sha256 text not null,
      at timestamptz not null default now()
    );`)
  const done: Migration[] = []
  let applied = await appliedIn(databases, schema)
  for (;;) {
    refuseMismatch(schema, steps, applied)
    const next = steps[applied.length]
    if (next === undefined) return done
    if (await apply(databases, schema, next)) done.push({ number: next.number, name: next.name, sha256: next.sha256 })
    applied = await appliedIn(databases, schema)
  }
}

/** Admits one process until the transaction ends. The number identifies this lock among advisory locks. */
const locked = (schema: string): string => `
    select pg_advisory_xact_lock(7234901, hashtext('${schemaName(schema)}'));`

/** Returns false if another process has applied it in the meantime. */
const apply = async (databases: Databases, schema: string, step: Step): Promise<boolean> => {
  const { number, name, sha256, text } = step
  try {
    // The record comes first: its key makes the second of two processes fail before it repeats anything.
    await databases.script(`${locked(schema)}
    set local search_path to ${schema}, public;
    insert into ${schema}.migration (number, name, sha256) values (${number}, '${name}', '${sha256}');
    ${text}`)
    return true
  } catch (error) {
    const applied = sqlState(error) === '23505' ? await appliedIn(databases, schema) : []
    if (applied.some((one) => one.number === number)) return false
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

const appliedIn = (databases: Databases, schema: string): Promise<readonly Migration[]> =>
  databases.within(schema).rows<Migration>(sql`select number, name, sha256 from migration order by number`)

const stepsIn = async (directory: string): Promise<readonly Step[]> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'))
  const steps = await Promise.all(names.map((name) => stepOf(directory, name)))
  steps.sort((one, other) => one.number - other.number)
  const twice = steps.find(({ number }, i) => steps[i + 1]?.number === number)
  if (twice) throw new MigrationMismatch(`two files in ${directory} have the number ${twice.number}`)
  return steps
}

const stepOf = async (directory: string, name: string): Promise<Step> => {
  const [, digits] = /^(\d{1,8})-[a-z0-9-]+\.sql$/.exec(name) ?? []
  if (digits === undefined) throw new MigrationMismatch(`${name} in ${directory} is not named <number>-<name>.sql`)
  const text = await readFile(join(directory, name), 'utf8')
  return { number: Number(digits), name, text, sha256: createHash('sha256').update(text).digest('hex') }
}

/** What was applied has to be the first of the files. */
const refuseMismatch = (schema: string, steps: readonly Step[], applied: readonly Migration[]): void => {
  for (const [i, { number, name, sha256 }] of applied.entries()) {
    const step = steps[i]
    if (step === undefined || step.number > number)
      throw new MigrationMismatch(
        `the database is newer than this program: it has the migration ${name} of ${schema}, which is unknown here. Start the version that wrote it, or a newer one.`,
      )
    if (step.number < number)
      throw new MigrationMismatch(
        `the migration ${step.name} was added below ${number}, which has been applied already`,
      )
    if (step.sha256 !== sha256)
      throw new MigrationMismatch(
        `the migration ${step.name} was applied with other content: an applied file never changes, add a new one`,
      )
  }
}
