import express, { type RequestHandler, type Router } from 'express'
import { Forbidden, MethodNotAllowed, NoSuchPath } from './client-errors.js'
import { readBody, readQuery } from './read-request.js'
import { contextOf } from './request-log.js'
import type { Edge, Route } from './route.js'
import { ignoredFieldsHeader, unknownFields } from './unknown-fields.js'

/**
 * Serves the routes at exactly their paths; another method there is refused with those that are allowed.
 * `edge` is called once for each request. Fixed paths come before those with an id.
 */
export const createRouter = (routes: readonly Route[], edge: () => Edge): Router => {
  const router = express.Router({ caseSensitive: true, strict: true })
  const paths = [...new Set(routes.map(({ path }) => path))]
  const serveAll = (chosen: readonly string[]) => {
    for (const path of chosen) {
      const here = routes.filter((route) => route.path === path)
      const place = router.route(path)
      for (const route of here) place[route.method](serve(route, edge))
      place.all(refuseMethod(here))
    }
  }
  serveAll(paths.filter((path) => !path.includes(':')))
  serveAll(paths.filter((path) => path.includes(':')))
  return router
}

export const noSuchPath: RequestHandler = () => {
  throw new NoSuchPath()
}

const serve =
  (route: Route, edgeNow: () => Edge): RequestHandler =>
  async (request, response) => {
    const edge = edgeNow()
    const context = contextOf(response)
    context.route = route.path
    const query = readQuery(/\?(.*)$/s.exec(request.url)?.[1] ?? '')
    const key = context.key ?? 'standard'
    if (key !== 'admin' && route.needsAdmin?.(query)) throw new Forbidden('This takes the admin key')
    route.gate?.(edge)
    const fromBody = route.method === 'post' || route.method === 'put'
    const input = fromBody ? await readBody(request, response, route.mostValues) : query
    const ignored = [...unknownFields(route.input, input), ...(fromBody ? Object.keys(query) : [])]
    response.set(ignoredFieldsHeader(ignored))
    const { status, headers, body, fault } = await route.run(edge, {
      params: request.params,
      input,
      headers: request.headers,
      key,
    })
    if (fault instanceof Error) response.err = fault
    response
      .status(status)
      .set({ ...headers })
      .json(body)
  }

const refuseMethod = (here: readonly Route[]): RequestHandler => {
  const methods = here.map(({ method }) => method.toUpperCase())
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return (_request, response) => {
    contextOf(response).route = here[0]?.path
    throw new MethodNotAllowed(allowed)
  }
}
