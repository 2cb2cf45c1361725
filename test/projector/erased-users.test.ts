import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLES_OF_A_USER } from '../../projections/erased-users.js'

/** What stays of a user: how far the streams have come, that one is parked, that all was erased. */
const STAYING = ['bank', 'parked', 'admin_action', 'erased_user']

test('every table with anything of a user is cleared when all of the user is erased', () => {
  const files = readdirSync('migrations/read-model').filter((file) => file.endsWith('.sql'))
  const tables = files.flatMap((file) =>
    [...readFileSync(`migrations/read-model/${file}`, 'utf8').matchAll(/create table (\w+) \((.*?)\n\)/gs)].flatMap(
      ([, name = '', columns = '']) => (/^ {2}user_id /m.test(columns) ? [name] : []),
    ),
  )
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter((name) => !STAYING.includes(name)).sort()).toEqual([...TABLES_OF_A_USER].sort())
})
