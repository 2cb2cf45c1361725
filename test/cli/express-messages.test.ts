import { once } from 'node:events'
import { createServer } from 'node:http'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { expressMessages } from '../../src/cli/http-listener.js'

test('Express changes no message of a server that was made before its application', async () => {
  const messages = expressMessages()
  const server = createServer(messages.classes)
  onTestFinished(() => void server.close())
  const prototypes: unknown[] = []
  server.prependListener('request', (...both) => prototypes.push(...both.map(Object.getPrototypeOf)))
  const application = express().use((request, response) => {
    prototypes.push(...[request, response].map(Object.getPrototypeOf))
    response.set('x-of', String(request.app === application)).json({ path: request.path })
  })
  messages.belongTo(application)
  server.on('request', application)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = Object(server.address())
  const answer = await fetch(`http://127.0.0.1:${port}/here`)
  expect([answer.headers.get('x-of'), await answer.json()]).toEqual(['true', { path: '/here' }])
  expect(prototypes.slice(2).map((prototype, i) => prototype === prototypes[i])).toEqual([true, true])
})
