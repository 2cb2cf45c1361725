import { relative, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { compareBuilds } from './against.js'
import { full, quick } from './effort.js'
import { measureStore, type StoreFigures } from './measure-store.js'
import { noteInHistory, RESULT, resultOf, writeResult } from './result.js'
import { measureStalls } from './stalls.js'
import { eachStore, STORES, type StoreName } from './stores.js'
import { printStalls, printTables } from './tables.js'

type Options = {
  readonly sizes?: readonly number[]
  readonly clients: readonly number[]
  readonly stores: readonly StoreName[]
  readonly quick: boolean
  readonly json: string
  readonly history: boolean
  readonly stalls: boolean
  readonly against?: string
}

const wholeNumbers = (text: string): readonly number[] =>
  text.split(',').map((part) => {
    if (!/^[1-9]\d*$/.test(part)) throw new InvalidArgumentError('must be whole numbers, parted by commas')
    return Number(part)
  })

const storeNames = (text: string): readonly StoreName[] =>
  text.split(',').map((part) => {
    const store = STORES.find((name) => name === part)
    if (store === undefined) throw new InvalidArgumentError(`must be of ${STORES.join(', ')}, parted by commas`)
    return store
  })

const program = new Command('npm run bench --')
  .description('Measures the service over HTTP, on stores of its own that are gone afterwards.')
  .addOption(
    new Option('--sizes <list>', 'memories of the users (default: 100,1000,20000,100000)').argParser(wholeNumbers),
  )
  .addOption(new Option('--clients <list>', 'clients at once').argParser(wholeNumbers).default([1, 8], '1,8'))
  .addOption(new Option('--stores <list>', 'where').argParser(storeNames).default(STORES, STORES.join()))
  .option('--quick', 'few requests, and users of 100 and 1,000 memories unless --sizes says otherwise', false)
  .option('--json <file>', 'where all figures go', relative('', RESULT))
  .option('--stalls', 'only what others notice while one hostile request runs', false)
  .option(
    '--against <folder>',
    'this build and the one in another folder, side by side: the first size, one after another',
  )
  .option('--no-history', 'add no line to bench/history.jsonl')
  .parse()

const options = program.opts<Options>()
const sizes = options.sizes ?? (options.quick ? [100, 1000] : [100, 1000, 20_000, 100_000])
const plan = { sizes, clients: options.clients, budget: options.quick ? quick : full }

const measureAll = async (): Promise<void> => {
  const stores: StoreFigures[] = []
  const missing = await eachStore(options.stores, async (place) => {
    stores.push(await measureStore(place, plan))
  })
  const result = resultOf(plan, stores, missing)
  printTables(result)
  await writeResult(result, options.json)
  if (options.history) await noteInHistory(result)
}

const measureStallsAlone = () =>
  eachStore(options.stores, async (place) => printStalls(place.store, await measureStalls(place, plan.budget.stalling)))

const compare = (other: string) =>
  eachStore(options.stores, (place) => compareBuilds(place, resolve(other), options.sizes?.[0] ?? 20_000))

if (options.against !== undefined) await compare(options.against)
else await (options.stalls ? measureStallsAlone() : measureAll())
