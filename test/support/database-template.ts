import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { pino } from 'pino'
import { prepareStore } from '../../src/app/app.js'
import { configFrom } from '../../src/config/config.js'
import { ensureExtensions } from '../../src/postgres/extensions.js'
import { migrate } from '../../src/postgres/migrate.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { migrations } from './log.js'

export type MadeDatabase = { readonly name: string; drop(): Promise<void> }

/**
 * Makes a database with a random name, as a copy of another where one is named: of its files, so that what the server
 * keeps there of its catalogs need not be found out again.
 */
export const createDatabase = async (server: string, prefix: string, template?: string): Promise<MadeDatabase> => {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`)
  return { name, drop: () => administer(server, `drop database if exists ${name} with (force)`) }
}

/** A database with the extensions and the tables of the log, to copy from: quicker than creating them in each. */
export const createTemplate = async (server: string): Promise<MadeDatabase> => {
  const made = await createDatabase(server, 'template')
  const databases = openPostgres(addressOf(server, made.name))
  await ensureExtensions(databases)
  for (const name of ['log', 'generations']) await migrate(databases, migrations(name), name)
  await databases.close()
  return made
}

/** A database with a store as `palimpsest migrate` makes it, to copy from: making its tables takes a second. */
export const createStoreTemplate = async (server: string, template: string): Promise<MadeDatabase> => {
  const made = await createDatabase(server, 'template', template)
  await prepareStore(configFrom({ DATABASE_URL: addressOf(server, made.name) }), pino({ level: 'silent' }))
  return made
}

/** The same server's address, for another database. */
export const addressOf = (server: string, database: string): string => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

const administer = async (server: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
