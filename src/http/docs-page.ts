import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import express, { type Response, type Router } from 'express'
import { z } from 'zod'
import { MethodNotAllowed } from './client-errors.js'
import { contextOf } from './request-log.js'

/** The page's own files, from the installed package. */
const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')))
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const

const start = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#interface', deepLinking: true, validatorUrl: null })`

/** Relative, so that it also works behind a proxy with a path prefix. The version allows caching without expiry. */
const at = (file: (typeof assets)[number]): string => `docs/${file}?v=${version}`

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>palimpsest: the interface</title>
<link rel="stylesheet" href="${at('swagger-ui.css')}">
<link rel="icon" type="image/png" href="${at('favicon-32x32.png')}">
</head>
<body>
<div id="interface"><p>The same for programs: <a href="openapi.json">openapi.json</a></p></div>
<script src="${at('swagger-ui-bundle.js')}"></script>
<script>${start}</script>
</body>
</html>
`

/** Nothing is loaded from other hosts, and only the page's own scripts and styles run. */
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(start).digest('base64')}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The interactive API documentation at /docs: served without a key, and without any other host. */
export const createDocsPage = (): Router => {
  const router = express.Router({ caseSensitive: true, strict: true })
  const serve = (path: string, send: (response: Response) => void) =>
    router
      .route(path)
      .get((_request, response) => {
        contextOf(response).route = path
        send(response)
      })
      .all(() => {
        throw new MethodNotAllowed(['GET', 'HEAD'])
      })
  serve('/docs', (response) => void response.set('Content-Security-Policy', policy).type('html').send(page))
  for (const file of assets)
    serve(`/docs/${file}`, (response) => {
      response.set('Cache-Control', 'public, max-age=31536000, immutable')
      response.sendFile(join(dirname(manifest), file))
    })
  return router
}
