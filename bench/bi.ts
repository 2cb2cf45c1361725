import { configFrom } from '../src/config/config.js'
import { openPostgres } from '../src/postgres/postgres.js'
import { createEmbedding } from '../src/providers/create-embedding.js'
import { loadRelatedTerms } from '../src/providers/static-embedding/model-files.js'
import { BankIndexes } from '../src/queries/bank-index/bank-indexes.js'
import { contextCosines, scoreWords } from '../src/queries/bank-index/score-bank.js'
import { candidatesOf } from '../src/queries/search/bank-candidates.js'
import { statisticsOf } from '../src/queries/search/bank-statistics.js'
import { bm25Of } from '../src/queries/search/bm25.js'
import { begin } from '../src/queries/search/context.js'
import { embedQuery } from '../src/queries/search/embed-query.js'
import { analyzeQuery } from '../src/queries/search/query-analysis/query-analysis.js'
import { readTermStatistics } from '../src/queries/search/read-term-statistics.js'
import { corpus } from './corpus.js'

const relatedTerms = await loadRelatedTerms()
const dbs = openPostgres('postgres://postgres@127.0.0.1:45999/postgres')
const [{ schema }] = await dbs
  .within('public')
  .rows<{ schema: string }>({
    strings: [
      "select table_schema as schema from information_schema.columns where table_name='memory' and column_name='revision' limit 1",
    ],
    values: [],
    query: {
      text: "select table_schema as schema from information_schema.columns where table_name='memory' and column_name='revision' limit 1",
      values: [],
    },
  } as never)
const db = dbs.within(schema)
const banks = new BankIndexes({ reading: (w) => w(db), dimensions: 256, bytes: 2 ** 30, failed: console.error })
const scope = { kind: 'user', userId: process.argv[2] ?? 'user-of-20000' } as const
let t = performance.now()
const lap = (name: string) => {
  const n = performance.now()
  console.log(name, (n - t).toFixed(2))
  t = performance.now()
}
await banks.open(db, scope, {})
lap('first open')
await banks.settled()
lap('load')
const embedding = await createEmbedding({ provider: 'builtin', model: 'static-en', dimensions: 256 } as never)
const text = corpus(7)
for (let i = 0; i < 3; i++) {
  const query = text.question()
  t = performance.now()
  const view = await banks.open(db, scope, {})
  const say = i > 1
  if (say) lap('sync')
  const s0 = await begin(
    db,
    { embedding, relatedTerms, now: () => '2026-06-01T00:00:00.000Z', banks: { open: async () => view } },
    { scope, query, limit: 10, threshold: 0.3, tokenBudget: 1000, trace: false } as never,
  )
  const s1 = await readTermStatistics.run(s0)
  if (say) lap('stats')
  const s2 = await embedQuery.run(s1)
  if (say) lap('embed')
  scoreWords(view, bm25Of(s2.termStatistics))
  if (say) lap('  words')
  contextCosines(view, s2.vector)
  if (say) lap('  cosines')
  const c = candidatesOf(s2, view)
  if (say) {
    lap('candidates')
    console.log(c.length, query)
  }
}
console.log(process.memoryUsage())
await banks.close()
await dbs.close()
