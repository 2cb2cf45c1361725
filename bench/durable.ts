import { Client } from 'pg'

/** The test's server does not wait for the disk; a benchmark's has to. Gives the address of an empty database on it. */
export const durable = async (url: string): Promise<string> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const setting of ['fsync', 'full_page_writes']) await client.query(`alter system reset ${setting}`)
  await client.query('select pg_reload_conf()')
  await client.end()
  return anotherDatabase(url, 'bench')
}

/** The address of an empty database on the same server. */
export const anotherDatabase = async (url: string, name: string): Promise<string> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${client.escapeIdentifier(name)}`)
  await client.end()
  return url.replace(/[^/]*$/, name)
}
