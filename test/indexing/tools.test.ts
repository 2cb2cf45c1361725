import { describe, expect, test } from 'vitest'
import { claimsOf } from '../../src/indexing/claims/claims-of.js'
import { toolKindsOf, toolName } from '../../src/indexing/claims/tools.js'

const told = (text: string, language: 'en' | 'de' = 'en') =>
  claimsOf(text, { speaker: 'User', role: 'user', language })
    .claims.filter(({ attribute }) => attribute !== 'exchanged')
    .map(({ subject, attribute, value, how, former }) => [subject, attribute, value, how, former])

describe('a tool', () => {
  test('is known by what it is for, under each of its names', () => {
    expect(toolKindsOf('pnpm').map(({ attribute }) => attribute)).toEqual(['trait:package manager'])
    expect(toolKindsOf('biome').map(({ attribute }) => attribute)).toEqual(['trait:formatter', 'trait:linter'])
    expect([toolName('postgresql'), toolName('vscode'), toolName('bun')]).toEqual(['postgres', 'vs code', 'bun'])
    expect(toolKindsOf('spaces')).toEqual([])
  })

  test.each([
    ['We use PostgreSQL.', 'trait:database', 'postgres', 'state', null],
    ['This project uses pnpm.', 'trait:package manager', 'pnpm', 'state', null],
    ['We use Jest for unit tests.', 'trait:test framework', 'jest', 'state', null],
    ['The CI system is Jenkins.', 'trait:ci system', 'jenkins', 'state', null],
    ['Linear is our issue tracker.', 'trait:issue tracker', 'linear', 'state', null],
    ['We switched to bun.', 'trait:package manager', 'bun', 'change', null],
    ['We migrated from PostgreSQL to SQLite.', 'trait:database', 'sqlite', 'change', 'postgres'],
    ['We dropped Webpack in favour of Vite.', 'trait:build tool', 'vite', 'change', 'webpack'],
    ['Redux was replaced by Zustand.', 'trait:state library', 'zustand', 'change', 'redux'],
    ['We moved our CI from Jenkins to GitHub Actions.', 'trait:ci system', 'github actions', 'change', 'jenkins'],
    ['We switched from Oldlint to ESLint.', 'trait:linter', 'eslint', 'change', 'oldlint'],
  ])('%s', (text, ...claim) => expect(told(text)).toEqual([['', ...claim]]))

  test.each([
    ['Wir nutzen pnpm als Paketmanager.', 'trait:package manager', 'pnpm', 'state', null],
    ['Wir haben von MySQL auf Postgres umgestellt.', 'trait:database', 'postgres', 'change', 'mysql'],
    ['Wir haben Jest durch Vitest ersetzt.', 'trait:test framework', 'vitest', 'change', 'jest'],
  ])('%s', (text, ...claim) => expect(told(text, 'de')).toEqual([['', ...claim]]))

  test.each([
    'We use Postgres and Redis.',
    'We want to switch from pnpm to bun.',
    'We use the pool every week.',
    'We use React for the admin panel.',
    'Which package manager do we use?',
  ])('is not told of as the one that is used by "%s"', (text) => expect(told(text)).toEqual([]))
})
