import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { folder, start } from '../cli/command.js'
import { makeEmbedded } from '../support/place.js'

const USERS = 4

/** A service on a free port over the folder, as a process of its own. */
const serve = async (data: string) => {
  const running = start(['serve'], {
    PORT: '0',
    PALIMPSEST_DATA_DIR: data,
    EMBEDDED_FSYNC: 'false',
    LOG_FORMAT: 'json',
    RECALL_FLUSH_MS: '50',
  })
  const [, url] = await running.seen(/(http:\/\/127\.0\.0\.1:\d+)/)
  const ask = async (path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: 'Bearer local-dev-key', 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  for (;;) {
    const { status } = await ask('/health').catch(() => ({ status: 0 }))
    if (status === 200) return { ask, child: running.child, ended: running.ended }
    await pause(50)
  }
}

test('after a kill every acknowledged write is there once, and what was under way whole or not at all', async () => {
  const data = folder()
  await makeEmbedded(data)
  const first = await serve(data)
  const readYourWrites = new Map<string, string>()
  const texts = (user: number, n: number) => [
    `Parcel ${n} of user ${user} is sent.`,
    `Box ${n} of house ${user} is full.`,
  ]
  const writeOn = async (user: number) => {
    for (let n = 0; ; n++) {
      const conversation = texts(user, n)
        .map((text) => `Anna: ${text}`)
        .join('\n')
      const { status, body } = await first.ask('/v1/memories/ingest/quick', {
        user_id: `user ${user}`,
        conversation,
        source_site: 'chat',
      })
      if (status === 200) for (const id of body.memoryIds as string[]) readYourWrites.set(id, `user ${user}`)
    }
  }
  const writers = Array.from({ length: USERS }, (_, user) => writeOn(user).catch(() => {}))
  while (readYourWrites.size < 20) await pause(10)
  first.child.kill('SIGKILL')
  await Promise.all([...writers, first.ended])

  const second = await serve(data)
  for (let user = 0; user < USERS; user++) {
    const { body } = await second.ask(`/v1/memories/list?limit=1000&user_id=user%20${user}`)
    const memories = body.memories as { id: string; content: string }[]
    const ids = new Set(memories.map(({ id }) => id))
    const lost = [...readYourWrites].filter(([id, owner]) => owner === `user ${user}` && !ids.has(id))
    expect(lost).toEqual([])
    const written = memories.map(({ content }) => content).sort()
    const whole = Array.from({ length: memories.length / 2 }, (_, n) => texts(user, n).map((text) => `Anna: ${text}`))
    expect(written).toEqual(whole.flat().sort())
  }
  const answer = await second.ask('/v1/memories/ingest/quick', {
    user_id: 'user 0',
    conversation: texts(0, 0).join('\n'),
    source_site: 'chat',
  })
  expect(answer.status).toBe(200)
})
