import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, startEdge } from './edge/setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

const get = (path: string) => fetch(`${edge.url}${path}`)
const page = async () => (await get('/docs')).text()
const linked = (html: string) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)

describe('the page', () => {
  test('is there without a key', async () => {
    const answer = await get('/docs')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain('href="openapi.json"')
  })

  test('finds all that it links to on this machine, without a key', async () => {
    const links = linked(await page())
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((link) => /^(\w+:|\/\/)/.test(link))).toEqual([])
    for (const link of links) {
      const answer = await get(`/${link}`)
      expect([link, answer.status]).toEqual([link, 200])
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(500)
    }
  })

  test('lets its files be kept, by their version, and itself not', async () => {
    expect((await get('/docs')).headers.get('cache-control')).toBe('no-store')
    for (const link of linked(await page()).filter((link) => link.startsWith('docs/'))) {
      expect(link).toMatch(/\?v=\d+\.\d+\.\d+$/)
      expect((await get(`/${link}`)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('may load nothing from elsewhere, and its files neither', async () => {
    const policy = (await get('/docs')).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; /)
    expect(policy).not.toMatch(/https?:|\*/)
    const style = await (await get('/docs/swagger-ui.css')).text()
    expect([...style.matchAll(/@import|url\((?!["']?data:)/g)]).toEqual([])
  })

  test.each([
    '/docs/',
    '/docs/package.json',
    '/docs/swagger-ui-bundle.js.map',
    '/docs/..%2fpackage.json',
    '/docs/index.html',
  ])('has nothing at %s', async (path) => expect((await get(path)).status).toBe(404))

  test.each(['/docs', '/docs/swagger-ui.css'])('%s takes no other method', async (path) => {
    const answer = await edge.send('POST', path)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
