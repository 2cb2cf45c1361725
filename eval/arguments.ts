import { Command, InvalidArgumentError, Option } from 'commander'
import { CHATS } from './datasets/beam.js'
import { DEVELOPMENT } from './datasets/locomo.js'

export type Arguments = {
  readonly locomo?: string
  readonly convs: readonly string[]
  readonly beam?: string
  readonly chats: readonly string[]
  readonly longmemeval?: string
  readonly limit?: number
  readonly own?: true
  readonly corrections?: true
  /** Of corrections: every turn is an ingest of its own. */
  readonly apart: boolean
  readonly ingests: boolean
  /** Sessions are told by full ingest. */
  readonly full: boolean
  readonly mode: 'search' | 'fast' | 'both'
  readonly ablate: boolean
  readonly json?: string
  readonly url?: string
  readonly key: string
  readonly postgres: boolean
}

/** The command line and what its --help teaches. */
export const createProgram = (evaluate: (wishes: Arguments) => Promise<void>): Command =>
  new Command('npm run eval --')
    .description(
      'How well does a search find what was said, and what does full ingest supersede wrongly? Told and asked over HTTP, as any client would.',
    )
    .addOption(new Option('--own', 'our own question set, in eval/own').conflicts(['locomo', 'longmemeval', 'beam']))
    .addOption(
      new Option(
        '--corrections',
        'our own traps, which only look like updates, in eval/corrections: full ingest may supersede nothing',
      ).conflicts(['own', 'locomo', 'longmemeval', 'beam']),
    )
    .option('--apart', 'of corrections: every turn is an ingest of its own', false)
    .option('--ingests', 'of --own and --locomo: what full and quick ingest take, instead of asking', false)
    .option('--full', 'sessions are told by full ingest instead of quick', false)
    .addOption(
      new Option('--locomo <dir>', 'LoCoMo: the folder of 26.json, 30.json …, or a checkout that holds it').conflicts(
        'longmemeval',
      ),
    )
    .option(
      '--convs <numbers>',
      'which conversations; the two of the default are for choosing parameters, the others are kept for measuring',
      numbers,
      DEVELOPMENT,
    )
    .addOption(
      new Option('--beam <dir>', 'BEAM: a checkout, of which chats of the size 500K are read').conflicts([
        'locomo',
        'longmemeval',
      ]),
    )
    .option('--chats <numbers>', 'which chats of BEAM', numbers, CHATS)
    .option('--longmemeval <file>', 'LongMemEval-S: the JSON file')
    .option('--limit <n>', 'of LongMemEval: so many questions, evenly spread over the file', whole)
    .addOption(
      new Option('--mode <mode>', 'full search, fast search or both')
        .choices(['search', 'fast', 'both'])
        .default('both'),
    )
    .option('--ablate', 'also rank again without each part of the score, and without neighbours', false)
    .option('--json <file>', 'write configuration and figures there, never a text of the data set')
    .option('--url <url>', 'ask a service that runs, instead of one in this process on an embedded store')
    .option('--key <key>', 'its standard key', 'local-dev-key')
    .addOption(new Option('--postgres', 'a store on Postgres 17, started for this').default(false).conflicts('url'))
    .addHelpText('after', manual)
    .exitOverride()
    .showHelpAfterError('(npm run eval -- --help tells more)')
    .action(evaluate)

const numbers = (text: string): readonly string[] => {
  const given = text.split(',').map((each) => each.trim())
  if (given.every((each) => /^\d+$/.test(each))) return given
  throw new InvalidArgumentError('Conversations are numbers, parted by commas: 26,30.')
}

const whole = (text: string): number => {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('A whole number from 1 on is wanted.')
}

const manual = `
Examples:
  npm run eval -- --own                              our own set: half a minute
  npm run eval -- --corrections                      what full ingest supersedes wrongly
  npm run eval -- --corrections --apart              the same, a turn an ingest
  npm run eval -- --own --ingests                    full and quick ingest side by side
  npm run eval -- --own --full                       whether full ingest finds as much as quick
  npm run eval -- --own --ablate                     what each part of the score is worth
  npm run eval -- --locomo ~/locomo                  conversations ${DEVELOPMENT.join(' and ')}
  npm run eval -- --locomo ~/locomo --convs 41,42 --mode fast
  npm run eval -- --longmemeval ~/longmemeval_s.json --limit 50 --mode search
  npm run eval -- --beam ~/BEAM --mode search        long chats with an assistant: ten minutes
  npm run eval -- --own --json before.json           figures to compare with
  npm run eval -- --own --url http://127.0.0.1:3050 --key "$CORE_API_KEY"

any@k: at least one of the turns that answer the question is among the first k results; all@k: every one.
A memory counts as a turn when it holds at least 60 % of the turn's words of three and more characters.
LongMemEval is asked by full search unless --mode is fast: each question has a store to fill.
Users get fresh names at every run, so that runs on one store never meet. Without --url the settings of the
environment hold (EMBEDDING_PROVIDER, SIMILARITY_THRESHOLD …), except where the data lies.

Exit codes:
  0    measured
  1    the service failed; the message says where
  2    the arguments or the data set are wrong, or there is no such service
`
