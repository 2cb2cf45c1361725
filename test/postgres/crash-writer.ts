// A program of its own, to be killed: commits rows one by one and says the number of each once it is acknowledged.
import { openPglite } from '../../src/postgres/pglite.js'
import { sql } from '../../src/postgres/sql.js'

const all = await openPglite(process.argv[2], { fsync: process.argv[3] === 'fsync' })
await all.script('create table if not exists kept (n int primary key)')
const db = all.within('public')
for (let n = 0; ; n++) {
  await db.rows(sql`insert into kept values (${n})`)
  process.stdout.write(`${n}\n`)
}
