/** The arrows of the architecture, enforced: what each part may import, besides itself. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(src|projections)/', pathNot: [from, ...allowed] },
})
const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to })

const ours = '^(src|projections)/'
const domain = '^src/domain/'
/** What is told of a text by itself, and what is known of languages. */
const text = '^src/text/'
/** Readers of the formats of other programs. */
const imported = '^src/import/'
/** Statements about the read tables, the search for what is known of a subject, and the handle that they take. */
const statements = '^src/(queries/|search/known-about\\.ts$|postgres/(database|sql)\\.ts$)'
/** The memories of active users, in the service's memory. */
const memoryIndex = '^src/memory-index/'
const integrity = '^src/integrity/'
const log = '^src/event-store/(event-store|log-range|log-place|codec|streams)\\.ts$'
const logAdapters = '^src/event-store/(postgres-event-store\\.ts$|eventstoredb/)'
const database = '^src/postgres/(database|sql|vectors|faults|maintenance-steps)\\.ts$'
const databaseAdapters = '^src/postgres/(postgres|pglite)\\.ts$'
const providers = '^src/providers/(embedding|guard|language-model|token-budget|reranker|errors)\\.ts$'
const providerAdapters = '^src/providers/(static-embedding/|openai-|rerank-server)'
const settings = '^src/config/'
/** The composition root: the only folder that knows every adapter. */
const app = '^src/app/'
const readModels = '^src/read-models/'
const logger = '^src/logger\\.ts$'
/** Functions of a few lines that know nothing of the other parts. */
const concurrency = '^src/concurrency/'

module.exports = {
  forbidden: [
    only('domain-is-pure', domain, [], 'what can happen, and nothing else'),
    never(
      'domain-is-pure-of-packages',
      { path: domain },
      { path: 'node_modules/(?!zod/)' },
      'zod is enough for a domain',
    ),
    only(
      'text-is-pure',
      text,
      [concurrency, '^src/domain/(moment|own-text)\\.ts$', '^src/config/package-info\\.ts$'],
      'functions of a text, the same on both sides',
    ),
    only(
      'integrity-is-pure',
      integrity,
      ['^src/domain/store\\.ts$', '^src/event-store/event-store\\.ts$'],
      'digests and signatures',
    ),
    only(
      'projections-are-pure',
      '^projections/',
      [domain, text, '^src/projector/projection\\.ts$'],
      'events, change verbs',
    ),
    only('log-port-is-pure', log, [domain, concurrency, '^src/event-store/upcasters\\.ts$'], 'a port knows no adapter'),
    only(
      'log-adapters',
      '^src/event-store/',
      [domain, database, concurrency, '^src/config/event-store-address\\.ts$'],
      'an adapter knows the events and a database, and where its server is',
    ),
    only('formats-are-alone', imported, [domain, text], 'what other programs write, told as turns'),
    only(
      'writes-read-by-statements',
      '^src/(commands|ingest)/',
      [
        imported,
        domain,
        text,
        log,
        providers,
        concurrency,
        statements,
        memoryIndex,
        '^src/event-store/sealing/gcm\\.ts$',
      ],
      'a decision is guarded by the revision of the stream, wherever its reads stand; it searches nothing',
    ),
    only('reads-do-not-write', '^src/queries/', [domain, text, database, providers, concurrency], 'never the log'),
    only(
      'memory-index',
      memoryIndex,
      [domain, text, '^src/queries/', database, concurrency],
      'loaded and kept true by reads; it knows nothing of searches',
    ),
    only(
      'search',
      '^src/search/',
      [domain, text, '^src/queries/', memoryIndex, database, providers, concurrency],
      'what memories are read, ranked and packed; never the log',
    ),
    only('projector', '^src/projector/', [domain, text, log, database, concurrency], 'from the log to the rows'),
    only(
      'replay',
      '^src/operations/replay/',
      [domain, log, concurrency, integrity, '^src/text/fold\\.ts$', '^src/postgres/(database|sql)\\.ts$'],
      'a second fold of the log, which knows nothing of how the read models are made',
    ),
    never(
      'replay-reads-rows-in-one-place',
      { path: '^src/operations/replay/', pathNot: '^src/operations/replay/check/read-(rows|progress)\\.ts$' },
      { path: '^src/postgres/(?!database\\.ts$)' },
      'the log is what it answers from; the rest of it is held against that only in a check',
    ),
    only(
      'read-models',
      readModels,
      [
        domain,
        log,
        database,
        concurrency,
        '^src/(commands/open-store|providers/embedding|logger)\\.ts$',
        '^src/projector/',
        '^projections/',
      ],
      'the tables of each embedding model, and which of them answer',
    ),
    only(
      'reembed-needs-both-sides',
      '^src/operations/reembed/',
      [domain, log, database, providers, concurrency, readModels, '^src/(commands|ingest|projector|queries)/'],
      'what the models have not seen is read, what they make of it is written; the rest is handed to it',
    ),
    only(
      'reingest',
      '^src/operations/reingest/',
      [
        domain,
        providers,
        concurrency,
        '^src/(commands|ingest|queries)/',
        '^src/postgres/database\\.ts$',
        '^src/operations/reembed/rate-limit\\.ts$',
      ],
      'which episodes there are is read; what becomes of them is decided as for any other',
    ),
    only(
      'copy-log',
      '^src/operations/copy-log/',
      [domain, log, concurrency, '^src/event-store/sealing/', '^src/commands/open-store\\.ts$'],
      'from one log to another; read models have no part in it',
    ),
    only(
      'keys',
      '^src/operations/keys/',
      [domain, log, database, concurrency, '^src/event-store/sealing/', '^src/commands/(master-key|open-store)\\.ts$'],
      'the secret key, and what it wraps',
    ),
    only(
      'prove',
      '^src/operations/prove/',
      [domain, log, database, concurrency, '^src/event-store/sealing/'],
      'everything as it is kept, by whoever',
    ),
    only(
      'checkpoints',
      '^src/operations/checkpoints/',
      [domain, log, database, concurrency, integrity],
      'digests of what the log keeps; read models have no part in it',
    ),
    only('providers-are-alone', '^src/providers/', [concurrency], 'texts in, numbers out'),
    only('postgres-is-alone', '^src/postgres/', [concurrency], 'a database, whatever for'),
    only('concurrency-is-alone', concurrency, [], 'it knows nobody whom it serves'),
    only('settings-are-alone', settings, [], 'they know nobody whom they might please'),
    only('logger', logger, [settings], 'a module is handed a log, not the other way round'),
    only(
      'http-is-an-edge',
      '^src/http/',
      [
        ...[domain, text, log, providers, logger, '^src/(commands|ingest|queries|search)/'],
        '^src/(projector/progress|postgres/faults)\\.ts$', // the errors that its table answers
        '^src/config/(runtime-settings|package-info)\\.ts$', // the settings that a route changes
      ],
      'it is handed functions, and knows types and errors',
    ),
    only(
      'mcp-is-an-edge',
      '^src/mcp/',
      ['^src/http/', text, logger, '^src/domain/(moment|json-object)\\.ts$', '^src/config/package-info\\.ts$'],
      'its tools carry out operations of the HTTP interface, with their checks and their errors',
    ),
    only(
      'compat-is-an-edge',
      '^src/compat/',
      ['^src/http/', '^src/domain/json-object\\.ts$'],
      'it translates operations of the HTTP interface, with their checks and their errors',
    ),
    never('cli-is-an-edge', { path: '^src/cli/' }, { path: '^src/(http|mcp|compat)/' }, 'it is handed the application'),
    never(
      'no-edge-is-imported',
      { path: ours, pathNot: ['^src/(http|cli|mcp|compat)/', app, '^src/main\\.ts$'] },
      { path: '^src/(http|cli|mcp|compat)/' },
      'edges depend inward',
    ),
    never(
      'only-the-root-knows-adapters',
      { path: ours, pathNot: [app, '^src/cli/', '^src/(event-store|postgres|providers)/'] },
      { path: [logAdapters, databaseAdapters, providerAdapters] },
      'adapters are wired in the composition root',
    ),
    never('no-circular', {}, { circular: true }, 'of two that need each other, one is handed a function'),
    never(
      'no-dead-wood',
      { path: '^src/main\\.ts$' },
      { path: ours, reachable: false },
      'what the program never reaches, nobody would miss',
    ),
    never('no-unresolvable', { path: ours }, { couldNotResolve: true }, 'it would fail where it is installed'),
    never('declared-packages-only', { path: ours }, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }, 'declare it'),
    never(
      'no-development-packages',
      { path: ours },
      { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
      'they are not there where the program runs',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'types', 'default'] },
  },
}
