import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'

const anna = { user_id: 'anna' }

describe.each(databasesFor(import.meta.url))('pages by cursor on $name', (database) => {
  let close: () => Promise<void>
  let client: Client
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
    const chores = ['sweep the yard', 'paint a fence', 'mow the lawn', 'feed both cats', 'wash old windows']
    await client.tell(anna, chores.map((chore) => `Anna: I must ${chore} today.`).join('\n'), { source_site: 'mail' })
    for (const fruit of ['Plums', 'Figs']) await client.keep(anna, `${fruit} ripen in summer.`)
  })
  afterAll(() => close())

  const pages = async (more: Readonly<Record<string, string>>, between: () => Promise<unknown>) => {
    const ids: string[] = []
    let page = await client.list(anna, more)
    for (;;) {
      ids.push(...page.memories.map(({ id }) => id))
      if (page.next_cursor === null) return ids
      expect(page.next_cursor).toMatch(/^[\w-]+$/)
      await between()
      page = await client.list(anna, { ...more, cursor: page.next_cursor })
    }
  }
  const nothing = async () => {}

  test.each([1, 2, 3, 7, 8])('of %i make up the whole list, each memory once', async (size) => {
    const whole = await client.list(anna)
    expect(whole.next_cursor).toBeNull()
    expect(await pages({ limit: `${size}` }, nothing)).toEqual(whole.memories.map(({ id }) => id))
  })

  test('of what a filter leaves are of that alone, and count it', async () => {
    const mail = await client.list(anna, { source_site: 'mail' })
    expect(mail.total).toBe(5)
    expect(await pages({ source_site: 'mail', limit: '2' }, nothing)).toEqual(mail.memories.map(({ id }) => id))
  })

  test('stay right while memories are added and deleted', async () => {
    const before = (await client.list(anna)).memories.map(({ id }) => id)
    let n = 0
    const found = await pages({ limit: '2' }, async () => {
      await client.remove(anna, await client.keep(anna, `Passing thought number ${n}.`))
      await client.keep(anna, `Number ${n++} came in between.`)
    })
    expect(found).toEqual(before)
  })
})
