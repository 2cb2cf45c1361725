import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settings } from '../src/config/environment.js'
import { routes } from '../src/http/routes/index.js'
import { settingsDocuments } from '../tools/settings-documents.js'

const read = (file: string): string => readFileSync(file, 'utf8')
const pages = ['README.md', ...readdirSync('docs').map((file) => `docs/${file}`)]

/** A page without what stands in fenced blocks, where brackets and # mean something else. */
const prose = (page: string): string => read(page).replace(/^```.*?^```/gms, '')

/** The anchors that GitHub gives the headings of a page. */
const anchors = (page: string): readonly string[] =>
  [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

type Link = { readonly page: string; readonly written: string; readonly file: string; readonly anchor: string }

/** The links of a page to files of the repository. */
const links = (page: string): readonly Link[] =>
  [...prose(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([written, path = '', anchor = '']) => ({
    page,
    written,
    file: path === '' ? page : normalize(join(dirname(page), path)),
    anchor,
  }))

/** Everything that matches in any page, with where it was found. */
const named = (pattern: RegExp): readonly (readonly [page: string, name: string])[] =>
  pages.flatMap((page) => [...read(page).matchAll(pattern)].map(([all, name = all]) => [page, name] as const))

describe('the pages', () => {
  test('link to files and headings that exist', () => {
    const broken = pages
      .flatMap(links)
      .filter(({ file, anchor }) => !existsSync(file) || (anchor !== '' && !anchors(file).includes(anchor)))
    expect(broken.map(({ page, written }) => `${page}: ${written}`)).toEqual([])
  })
  test('are all reached from the README', () => {
    const reached = new Set(['README.md'])
    // The set grows while it is walked.
    for (const page of reached) for (const { file } of links(page)) if (pages.includes(file)) reached.add(file)
    expect(pages.filter((page) => !reached.has(page))).toEqual([])
  })
  test('name scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const unknown = named(/\bnpm (?:run )?((?<=run )[\w:-]+|test|start)\b/g).filter(([, name]) => !(name in scripts))
    expect(unknown).toEqual([])
  })
  test('name files and folders that exist', () => {
    const made = 'bench/results/latest.json' // by a run
    const paths = named(/(?<![\w/.-])(?:src|test|projections|migrations|models|docs|tools|bench|eval)\/[\w./-]*/g)
    const missing = paths.filter(([, path]) => path !== made && !existsSync(path.replace(/\.$/, '')))
    expect(missing).toEqual([])
  })
  test('are not longer than a sitting', () =>
    expect(pages.filter((page) => read(page).split('\n').length > 200)).toEqual([]))
})

describe('the map in the README', () => {
  const map = /^## Map\n+```\n(.*?)^```/ms.exec(read('README.md'))?.[1] ?? ''
  const folders = [...map.matchAll(/(?<![\w/])[a-z][\w-]*(?:\/[\w-]+)*\/(?=[\s;:])/g)].map(([folder]) => folder)
  const under = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}${name}/`)

  test('has every folder of src, two levels down', () => {
    const levels = under('src/').flatMap((folder) => [folder, ...under(folder)])
    expect(levels.filter((folder) => !folders.includes(folder))).toEqual([])
  })
  test('has no folder that is not there', () => {
    // Those of migrations are written without it.
    const missing = folders.filter((folder) => !existsSync(folder) && !existsSync(`migrations/${folder}`))
    expect(missing).toEqual([])
  })
})

test('docs/api.md names the path of every operation, in full or behind its prefix', () => {
  const page = read('docs/api.md')
  const short = (path: string): string => path.replace(/^\/v1\/(memories|admin)(?=\/)/, '')
  const missing = routes.filter(
    ({ path }) => path !== '/' && ![path, short(path)].some((one) => page.includes(`${one}\``)),
  )
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

describe('the settings', () => {
  test.each([...settingsDocuments()])('in %s are those of the schema', (file, text) =>
    expect(read(file), 'to bring it up to date: npm run docs').toBe(text),
  )
  test('are all named in docs/settings.md', () => {
    const page = read('docs/settings.md')
    expect(settings.filter(({ name }) => !page.includes(`| \`${name}\` |`))).toEqual([])
  })
})
