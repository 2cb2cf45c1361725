import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { lines, matching, nodes, place, product, tests } from './support/sources.js'

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
  test('nothing lies loose at the root but the start and the log', () =>
    expect(product.map(({ file }) => file).filter((file) => /^src\/[^/]+$/.test(file))).toEqual([
      'src/logger.ts',
      'src/main.ts',
    ]))
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
})
