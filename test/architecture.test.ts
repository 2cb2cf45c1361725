import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { functions, lineOf, lines, matching, nodes, place, product, type Spot, tests } from './support/sources.js'

describe('what is pure', () => {
  test('the domain, the projections and the reading of texts have no clock, no dice and no environment', () =>
    expect(
      matching(
        /\bnew Date\(\)|\bDate\.now\b|\bperformance\b|\bMath\.random\b|\brandom(UUID|Bytes|Int)\b|\bprocess\b|\bset(Timeout|Interval)\b/,
        /^(src\/(domain|text\/(?!secrets\/))|projections)\//,
      ),
    ).toEqual([]))
  test('the environment is read in one place', () => {
    const readers = nodes.filter(({ node }) => ts.isPropertyAccessExpression(node) && node.getText() === 'process.env')
    expect([...new Set(readers.map(({ file }) => file))]).toEqual(['src/config/config.ts'])
  })
})

describe('files', () => {
  const importsOf = ({ file, text }: { readonly file: string; readonly text: string }): readonly string[] =>
    [...text.matchAll(/(?:\bfrom|\bimport\(?) ?'(\.[^']+)\.js'/g)].map(
      ([, path = '']) => `${join(dirname(file), path)}.ts`,
    )
  const importers = new Map<string, Set<string>>()
  for (const one of product)
    for (const file of importsOf(one)) importers.set(file, (importers.get(file) ?? new Set()).add(one.file))

  test('nothing lies loose at the root but the start and the log', () =>
    expect(product.map(({ file }) => file).filter((file) => /^src\/[^/]+$/.test(file))).toEqual([
      'src/logger.ts',
      'src/main.ts',
    ]))
  test('what only one neighbour imports is a part of that neighbour, unless it is a page of its own', () => {
    const splinters = product.filter(({ file, text }) => {
      const [only, ...others] = importers.get(file) ?? []
      return lines(text) < 30 && only !== undefined && others.length === 0 && dirname(only) === dirname(file)
    })
    expect(splinters.map(({ file }) => file)).toEqual([])
  })
  test('the composition is a few pages, and none of them a proxy', () => {
    expect(product.filter(({ file }) => file.startsWith('src/app/')).length).toBeLessThanOrEqual(18)
    expect(matching(/\bReflect\.get\b|\bnew Proxy\b/, /^src\/(app|read-models)\//)).toEqual([])
  })
  test('no type is a bag of other files’ arguments', () =>
    expect(matching(/\btype (?:\w*Ground|\w*Soil|(?!Score)\w+Parts)\b/, /./)).toEqual([]))
})

describe('size', () => {
  test('a file fits in one sitting', () =>
    expect([...product, ...tests].filter(({ text }) => lines(text) > 400).map(({ file }) => file)).toEqual([]))
  test('a function has at most 65 lines', () => {
    const length = ({ node, source }: Spot) =>
      source.getLineAndCharacterOfPosition(node.end).line -
      source.getLineAndCharacterOfPosition(node.getStart()).line +
      1
    expect(
      functions.filter((spot) => length(spot) > 65).map((spot) => `${place(spot)}, ${length(spot)} lines`),
    ).toEqual([])
  })
  test('a function has at most three parameters, unless a package calls it with more', () => {
    const imposed = ({ parent }: ts.Node): boolean =>
      /: ErrorRequestHandler\b|^customErrorObject\b/.test(parent.getText())
    const many = functions.filter(({ node }) => node.parameters.length > 3 && !imposed(node))
    expect(many.map(place)).toEqual([])
  })
})

describe('words', () => {
  const junk =
    /(^|[/.-])(services?|managers?|helpers?|utils?|utilit(y|ies)|commons?|shared|handlers?|base|processors?|engines?|impls?|misc|libs?|core)(?=[/.-]|$)/
  test('there are no junk drawers', () =>
    expect([...product, ...tests].map(({ file }) => file).filter((file) => junk.test(file))).toEqual([]))
  test('files and folders are named in kebab-case', () =>
    expect(
      [...product, ...tests].map(({ file }) => file).filter((file) => !/^([a-z0-9]+(-[a-z0-9]+)*[/.])+ts$/.test(file)),
    ).toEqual([]))
})

describe('types', () => {
  const found = (is: (node: ts.Node) => boolean) => nodes.filter(({ node }) => is(node)).map(place)
  test('nothing is `any`', () => expect(found((node) => node.kind === ts.SyntaxKind.AnyKeyword)).toEqual([]))
  test('nothing is claimed to be there by `!`', () => expect(found(ts.isNonNullExpression)).toEqual([]))
  test('exports have names', () =>
    expect(
      found(
        (node) =>
          ts.isExportAssignment(node) ||
          (node.kind === ts.SyntaxKind.DefaultKeyword && ts.isFunctionDeclaration(node.parent)),
      ),
    ).toEqual([]))
  test('no check is switched off', () =>
    expect(matching(/@ts-(ignore|expect-error|nocheck)|biome-ignore/, /./)).toEqual([]))
  test('every `as` has its reason in a comment beside it', () => {
    const claims = nodes.filter(({ node }) => ts.isAsExpression(node) && node.type.getText() !== 'const')
    expect(claims.filter((spot) => !explained(spot)).map(place)).toEqual([])
  })

  /** A comment on its line, or one that ends on one of the six lines above it. */
  const explained = (spot: Spot): boolean => {
    const line = lineOf(spot)
    return spot.source.text
      .split('\n')
      .slice(Math.max(0, line - 7), line)
      .some((text) => /\/\/|\*\//.test(text))
  }
})

describe('the repository', () => {
  /** Files that are, or would be, in git; none where there is no git, as in an unpacked archive. */
  const kept = (): string[] => {
    if (!existsSync('.git')) return []
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' })
    return listed.split('\0').filter((file) => file !== '' && existsSync(file) && !file.startsWith('models/'))
  }
  test('no file speaks of the machine it was written on', () => {
    // Written in pieces, so that this file does not hold them.
    const strange = [
      '/wor' + 'k/',
      '/tmp' + '/brief',
      '/far' + 'm/',
      'bash_' + 'jobs',
      '"resolved": ' + '"http',
      '/ro' + 'ot/',
      'artifac' + 'tory',
      'registry.' + 'npmjs',
    ]
    const holding = kept().filter((file) => strange.some((words) => readFileSync(file, 'utf8').includes(words)))
    expect(holding).toEqual([])
  })
})
