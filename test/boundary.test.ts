import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { lines, matching, nodes, product } from './support/sources.js'

describe('the boundary', () => {
  const table = String.raw`(only\s+)?([\w"{}$]+\.)?"?(memory(_\w+)?|reader_group)\b`
  /** What an operator holds against the log: every user's rows, as counts and hashes, told to nobody by HTTP. */
  const check = 'src/operations/replay/check/read-rows.ts'
  /** How much there is of a user, for those who may erase all of it. */
  const extent = 'src/queries/user-extent.ts'
  const recalls = 'src/search/visible-recalls.ts'
  const boundary = [
    'conflicts',
    'derived',
    'episodes',
    'evidence',
    'extraction',
    'lessons',
    'links',
    'memories',
    'records',
    'tellings',
    'trail',
  ]
    .map((of) => `src/queries/visible-${of}.ts`)
    .concat(extent, recalls)
  test('only the boundary starts from a memory table, or from the groups of readers', () => {
    const starts = new RegExp(String.raw`\b(from|update|into|table)\s+${table}`, 'i')
    expect(matching(starts, /^src\/(?!projector\/)/).filter((file) => ![...boundary, check].includes(file))).toEqual([])
  })
  test('nor from an episode, but for the filter that asks for that of a visible memory', () => {
    const starts = /\b(from|update|into|table)\s+"?episode(_turn)?\b/i
    const allowed = ['src/queries/filters.ts', ...boundary, check]
    expect(matching(starts, /^src\/(?!projector\/)/).filter((file) => !allowed.includes(file))).toEqual([])
  })
  test('nor from the receipts of searches', () =>
    expect(matching(/\b(from|update|into|table|join)\s+recall\b/, /^src\/(?!projector\/)/)).toEqual([extent, recalls]))
  test('nor from a lesson', () => {
    const starts = /\b(from|update|into|table)\s+"?lesson(_source)?\b/i
    const allowed = [extent, 'src/queries/visible-lessons.ts', 'src/projector/missing-vectors.ts', check]
    expect(matching(starts, /^src\//).filter((file) => !allowed.includes(file))).toEqual([])
  })
  test('what is joined to it is joined by its whole key', () => {
    const joins = product.flatMap(({ file, text }) =>
      file.startsWith('src/projector/') ? [] : [...text.matchAll(new RegExp(String.raw`\bjoin\s+${table}.*`, 'gi'))],
    )
    const keyed =
      /using \(user_id, id\)|(\w+)\.user_id = \w+\.user_id and \1\.(?:memory_)?id = \w+\.(?:(?:evidence|memory)_)?id/
    expect(joins.map(([join]) => join).filter((join) => !keyed.test(join))).toEqual([])
  })
  test('status 404 is written in one file', () => {
    const where = nodes.filter(({ node }) => ts.isNumericLiteral(node) && node.text === '404').map(({ file }) => file)
    expect([...new Set(where)].filter((file) => file !== 'src/http/errors.ts')).toEqual([])
  })
  test('the composition root fits on a page', () =>
    expect(lines(readFileSync('src/app/app.ts', 'utf8'))).toBeLessThan(120))
})
