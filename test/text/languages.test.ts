import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = 'src/text/languages'

/** Its keys, and those within them that not every language has that has the key. */
const keysOf = (known: object): readonly string[] =>
  Object.entries(known).flatMap(([key, own]) =>
    typeof own === 'object' && !Array.isArray(own)
      ? [key, ...Object.keys(own).map((inner) => `${key}.${inner}`)]
      : [key],
  )

const table = (): string => {
  const languages = readdirSync(folder).map((file) => {
    const known: object = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    return { code: basename(file, '.json'), keys: new Set(keysOf(known)) }
  })
  const isEverywhere = (key: string): boolean => {
    const [outer = '', inner] = key.split('.')
    return inner !== undefined && languages.every(({ keys }) => !keys.has(outer) || keys.has(key))
  }
  const keys = [...new Set(languages.flatMap(({ keys }) => [...keys]))].filter((key) => !isEverywhere(key)).sort()
  const row = (name: string, cells: readonly string[]): string => `${name.padEnd(24)}${cells.join(' ')}`
  return [
    row(
      '',
      languages.map(({ code }) => code),
    ),
    ...keys.map((key) =>
      row(
        key,
        languages.map((one) => (one.keys.has(key) ? ' x' : ' .')),
      ).trimEnd(),
    ),
  ].join('\n')
}

test('every label of a secret is of a sort that has a kind', () => {
  const { labels } = JSON.parse(readFileSync('src/text/secrets.json', 'utf8'))
  const sorts = new Set(labels.map(({ name }: { readonly name: string }) => name))
  for (const file of readdirSync(folder)) {
    const { secrets = {} } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    expect(Object.keys(secrets.labels ?? {}).filter((name) => !sorts.has(name))).toEqual([])
  }
})

test('every language has these parts, and lacks the others', () =>
  expect(table()).toMatchInlineSnapshot(`
    "                        ar de en es fr hi it ja ko nl pt ru uk zh
    abbreviations            .  x  x  x  x  .  x  .  .  x  x  x  x  .
    answers                  .  .  x  .  .  .  .  .  .  .  .  .  .  .
    asking                   x  x  x  x  x  x  x  x  x  x  x  x  .  x
    asking.doing             .  .  x  .  .  .  .  .  .  .  .  .  .  .
    asking.links             .  x  x  x  x  .  x  .  .  x  x  x  .  .
    asks                     .  .  x  .  .  .  .  .  .  .  .  .  .  .
    asksAssistant            .  x  x  x  x  .  x  x  x  x  x  x  .  x
    asksNumber               x  x  x  x  x  x  x  x  x  x  x  x  x  x
    attributes               .  x  x  .  .  .  .  .  .  .  .  .  .  .
    clitics                  .  .  x  .  .  .  .  .  .  .  .  .  .  .
    contradictions           .  x  x  x  x  .  x  .  .  .  x  .  .  .
    copied                   .  x  x  x  x  .  x  .  .  .  x  .  .  .
    courtesies               x  x  x  x  x  x  x  x  x  x  x  x  x  x
    dates                    .  x  x  x  x  .  x  .  .  x  x  x  x  .
    dates.amounts            .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.articles           .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.beforeDecade       .  x  x  .  .  .  .  .  .  .  .  .  .  .
    dates.beforeNumbers      .  .  x  x  x  .  x  .  .  x  x  .  .  .
    dates.clock              .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.countedBy          .  .  .  .  .  .  .  .  .  .  x  .  .  .
    dates.decadeEnd          .  x  x  .  .  .  .  .  .  .  .  .  .  .
    dates.decadeOf           .  .  .  x  x  .  x  .  .  x  x  .  .  .
    dates.doubtful           .  .  x  x  x  .  .  .  .  .  .  x  .  .
    dates.doubtfulWeekdays   .  .  x  .  .  .  .  .  .  .  x  .  .  .
    dates.every              .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.from               .  .  x  .  .  .  .  .  .  .  .  .  .  .
    dates.fromNow            .  .  x  .  x  .  .  .  .  .  .  .  .  .
    dates.link               .  .  x  x  .  .  x  .  .  x  x  .  .  .
    dates.near               .  x  x  x  x  .  x  .  .  x  x  x  .  .
    dates.nearSeason         .  .  x  .  x  .  .  .  .  .  .  x  .  .
    dates.notAhead           .  .  x  .  .  .  .  .  .  .  .  .  .  .
    dates.notNumbered        .  x  .  .  .  .  .  .  .  .  .  .  .  .
    dates.notOrdered         .  .  x  .  .  .  .  .  .  .  .  .  .  .
    dates.nth                .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.numbered           .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.ofNextWeek         .  .  x  .  .  .  .  .  .  .  .  .  .  .
    dates.ofWhole            .  .  x  .  .  .  .  .  .  .  .  .  .  .
    dates.on                 .  x  x  x  .  .  .  .  .  x  x  .  .  .
    dates.onWeekend          .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.ordinal            .  .  x  .  x  .  .  .  .  x  .  .  .  .
    dates.parts              .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.recurring          .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.rolling            .  .  x  .  .  .  .  .  .  .  .  .  .  .
    dates.short              .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.shortWeekdays      .  .  x  .  .  .  .  .  .  .  .  .  .  .
    dates.theDay             .  x  x  x  x  .  x  .  .  x  x  .  .  .
    dates.unnumbered         .  .  .  .  .  .  .  .  .  .  .  x  x  .
    descriptions             .  x  x  x  x  .  .  .  .  .  .  .  .  .
    descriptions.adverbs     .  .  x  .  .  .  .  .  .  .  .  .  .  .
    descriptions.commitments .  .  x  .  .  .  .  .  .  .  .  .  .  .
    descriptions.decisions   .  .  x  .  .  .  .  .  .  .  .  .  .  .
    descriptions.experiences .  .  x  .  .  .  .  .  .  .  .  .  .  .
    descriptions.firm        .  .  x  .  .  .  .  .  .  .  .  .  .  .
    descriptions.hedges      .  .  x  .  .  .  .  .  .  .  .  .  .  .
    descriptions.howTo       .  .  x  .  .  .  .  .  .  .  .  .  .  .
    descriptions.past        .  .  x  .  .  .  .  .  .  .  .  .  .  .
    descriptions.topicStarts .  .  x  .  .  .  .  .  .  .  .  .  .  .
    drawnOut                 .  .  x  x  .  .  .  .  .  .  .  .  .  .
    edited                   .  x  x  x  x  .  x  .  .  x  x  .  .  .
    events                   .  x  x  x  x  .  x  .  .  x  x  x  .  .
    fillers                  .  x  x  x  x  .  x  .  .  x  x  .  .  .
    forget                   x  x  x  x  x  x  x  x  x  x  x  x  x  x
    forget.article           .  .  x  .  .  .  x  .  .  .  x  x  x  .
    forget.denied            .  .  x  .  .  .  .  .  .  .  .  .  .  .
    forget.forgotten         x  x  x  x  x  x  x  .  .  x  x  x  x  .
    forget.own               .  x  x  .  .  .  .  .  .  x  .  .  .  x
    forget.pauses            x  x  x  x  x  x  x  x  x  x  x  x  x  .
    forget.stemmedAs         .  .  .  .  .  .  .  .  .  .  .  .  x  .
    forget.verbs             .  .  .  .  .  x  .  x  x  .  .  .  .  .
    former                   x  x  x  x  x  x  x  x  x  x  x  x  .  x
    functionWords            .  x  x  x  x  .  x  .  .  x  x  .  .  .
    generic                  .  .  x  .  .  .  .  .  .  .  .  .  .  .
    headings                 .  x  x  x  x  .  .  .  .  .  .  .  .  .
    idle                     .  x  x  x  x  .  x  x  x  x  x  x  .  x
    injections               x  x  x  x  x  .  x  x  .  .  x  x  .  x
    injections.frames        .  x  x  x  x  .  x  x  .  .  x  x  .  x
    injections.hint          .  x  x  x  x  .  x  .  .  .  x  .  .  .
    injections.orders        x  x  x  x  x  .  x  .  .  .  x  x  .  x
    injections.owners        .  x  .  x  x  .  x  .  .  .  x  .  .  .
    injections.starts        x  x  x  x  x  .  x  .  .  .  .  x  .  x
    injections.system        .  x  .  x  x  .  x  .  .  .  x  .  .  .
    instructions             x  x  x  x  x  x  x  x  x  x  x  x  .  x
    instructions.joins       .  x  x  x  x  .  x  .  .  x  x  .  .  .
    instructions.please      .  x  x  x  x  .  x  .  .  x  x  .  .  .
    instructions.verbs       .  .  x  .  .  .  .  .  .  .  .  .  .  .
    lastSession              .  x  x  x  x  .  x  x  .  x  x  x  .  x
    lastSession.words        .  x  x  x  x  .  x  .  .  x  x  x  .  .
    latest                   .  x  x  x  x  .  .  .  .  .  .  .  .  .
    mail                     .  x  x  x  x  .  x  .  .  .  .  .  .  .
    mail.dividers            .  x  x  .  .  .  .  .  .  .  .  .  .  .
    mail.wrote               .  .  x  x  x  .  x  .  .  .  .  .  .  .
    mail.wroteFirst          .  x  .  .  .  .  .  .  .  .  .  .  .  .
    nameSigns                .  .  x  .  .  .  .  .  .  .  .  .  .  .
    names                    .  .  x  .  .  .  .  .  .  .  .  .  .  .
    numerals                 .  x  x  x  x  .  x  .  .  x  x  .  .  .
    numerals.compounds       .  x  .  .  .  .  .  .  .  x  .  .  .  .
    numerals.millions        .  x  x  x  x  .  x  .  .  .  x  .  .  .
    numerals.thousands       .  x  x  x  x  .  x  .  .  .  x  .  .  .
    outcome                  .  x  x  x  x  .  x  .  .  x  x  x  .  .
    particles                x  x  x  x  x  .  x  .  .  x  x  .  .  .
    past                     x  x  x  x  x  x  x  x  x  x  x  x  .  x
    pleasantries             .  x  x  x  x  .  x  .  .  x  x  .  .  .
    proposals                x  x  x  x  x  x  x  x  x  x  x  x  .  x
    questions                .  .  .  .  .  .  .  x  .  .  .  .  .  x
    questions.characters     .  .  .  .  .  .  .  .  .  .  .  .  .  x
    questions.endings        .  .  .  .  .  .  .  x  .  .  .  .  .  .
    questions.last           .  .  .  .  .  .  .  x  .  .  .  .  .  .
    questions.particles      .  .  .  .  .  .  .  x  .  .  .  .  .  .
    replies                  .  x  x  x  x  .  x  .  .  x  x  x  .  .
    replies.around           .  x  x  x  x  .  x  .  .  .  x  .  .  .
    roles                    x  x  x  x  x  x  x  x  x  x  x  x  .  x
    roles.alsoPeople         .  .  x  .  .  .  .  .  .  .  .  .  .  .
    roles.assistants         x  x  x  x  .  x  x  x  x  .  .  x  .  x
    roles.nobody             .  x  x  x  x  .  .  .  .  .  .  .  .  .
    roles.people             x  x  x  x  x  x  .  x  x  x  .  x  .  x
    salutations              .  x  x  x  x  .  x  .  .  x  x  .  .  .
    sameClaim                .  .  x  .  .  .  .  .  .  .  .  .  .  .
    secrets                  .  x  x  x  x  .  x  x  x  x  x  x  .  x
    secrets.as               .  x  x  x  x  .  x  .  .  .  x  x  .  .
    secrets.behind           .  x  x  x  x  .  x  .  .  x  x  x  .  .
    secrets.changes          .  x  x  x  x  .  x  .  .  x  x  x  .  .
    secrets.inflected        .  x  x  x  x  .  x  .  .  .  x  .  .  .
    secrets.is               .  x  x  x  x  .  x  .  .  x  x  x  .  .
    secrets.joined           .  .  .  .  .  .  .  x  x  .  .  .  .  x
    secrets.leads            .  x  x  x  x  .  x  .  .  x  x  x  .  .
    secrets.notBehind        .  .  x  .  .  .  .  .  .  .  .  .  .  .
    secrets.own              .  .  .  .  .  .  .  x  .  .  .  .  .  x
    secrets.said             .  x  x  x  x  .  x  x  .  x  x  x  .  x
    secrets.still            .  x  x  x  x  .  x  .  .  x  x  x  .  .
    secrets.to               .  x  x  x  x  .  x  .  .  x  x  x  .  .
    secrets.units            .  x  x  x  x  .  x  .  .  x  x  x  .  .
    secrets.uses             .  x  x  x  x  .  x  .  .  x  x  x  .  .
    statements               .  x  x  x  x  .  x  .  .  x  x  x  .  .
    stopWords                x  .  x  x  .  .  .  .  .  .  .  .  .  .
    subject                  .  x  x  x  x  .  x  .  .  x  x  x  .  .
    tags                     .  x  x  x  x  .  x  .  .  .  .  .  .  .
    tense                    .  x  x  x  x  .  x  .  .  x  x  .  .  .
    twoLetters               .  x  .  .  .  .  .  .  .  .  .  .  .  .
    unspacedDates            .  .  .  .  .  .  .  x  x  .  .  .  .  x
    unspacedDates.feasts     .  .  .  .  .  .  .  x  .  .  .  .  .  x
    unspacedDates.weekday    .  .  .  .  .  .  .  x  .  .  .  .  .  x
    yesOrNo                  x  x  x  x  x  x  x  x  x  x  x  x  .  x"
  `))

/** A language that nobody speaks. */
const invented = {
  abbreviations: 'blg',
  fillers: 'grumf',
  idle: 'zopala',
  forget: {
    polite: 'blip',
    last: 'wirgo tha',
    forget: 'wirgo',
    erase: 'delz',
    said: ['woz so buz …'],
    stored: ['… iz kopz'],
    unlearn: ['nemz …'],
    mine: 'mi',
    is: 'zi',
  },
  dates: {
    months: 'unax, duax, trix, kvarx, penx, sesx, sepx, okx, novx, dekx, onzx, dozx',
    weekdays: 'lunz, marz, merz, jovz, vendz, satz, solz',
    seasons: ['florz', 'solarz', 'falz', 'nivz'],
    feasts: [['grumfest', 10, 31]],
    days: [['hierz', -1]],
    units: { day: 'dagz', week: 'wekz', weekend: 'finwekz', month: 'monz', year: 'janz' },
    before: [['pasta', -1]],
    after: [],
    lately: 'lastaz',
    numbers: 'una, duna, truna',
    few: 'pokaz',
    ago: { after: 'bakz' },
    ahead: 'inz',
    to: 'tilz',
    between: 'mezz',
    and: 'ez',
    ordinals: 'unimz, duimz, truimz, kvarimz',
    quarter: 'kvartz',
    beforeYear: 'janz',
  },
}

const script = `
import { requestIn } from './src/ingest/forget-request.ts'
import { isIdle } from './src/ingest/as-said/stated.ts'
import { findDates } from './src/text/dates/dates-said.ts'
import { sentencesOf } from './src/text/sentences.ts'
const dates = (text) => findDates(text, '2026-02-11', 'xx').map(({ from, to }) => from === to ? from : from + '..' + to)
console.log(JSON.stringify({
  named: dates('Mi dentz zi 3 trix 2026.'),
  told: dates('Truna dagz bakz mi wirkz.'),
  stepped: dates('Pasta wekz mi wirkz.'),
  sentences: sentencesOf('Mi wohz bei blg. Anna. Mi wirkz.'),
  filler: isIdle('Grumf!'),
  idle: isIdle('Zopala.'),
  forgetting: [requestIn('Blip wirgo tha!'), requestIn('Wirgo mi dentz.'), requestIn('Delz mi dentz iz kopz.')],
}))
`

describe('a language is a file', () => {
  const root = mkdtempSync(join(tmpdir(), 'language-'))
  beforeAll(() => {
    for (const part of ['src', 'package.json', 'tsconfig.json']) cpSync(part, join(root, part), { recursive: true })
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
    writeFileSync(join(root, folder, 'xx.json'), JSON.stringify(invented))
    writeFileSync(join(root, 'reading.mts'), script)
  })
  afterAll(() => rmSync(root, { recursive: true }))

  test('one that is put into the folder is read like the others', () => {
    const read = execFileSync(process.execPath, ['--import', 'tsx', 'reading.mts'], { cwd: root, encoding: 'utf8' })
    expect(JSON.parse(read)).toEqual({
      named: ['2026-03-03'],
      told: ['2026-02-08'],
      stepped: ['2026-02-02..2026-02-08'],
      sentences: ['Mi wohz bei blg. Anna. ', 'Mi wirkz.'],
      filler: true,
      idle: true,
      forgetting: [
        { of: 'last' },
        { of: 'own', what: 'dentz', language: 'en', isUnsure: false },
        { of: 'own', what: 'dentz', language: 'en', isUnsure: false },
      ],
    })
  })
})
