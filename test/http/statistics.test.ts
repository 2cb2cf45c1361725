import { expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'

test.each(databasesFor(import.meta.url))(
  'the average importance does not depend on the order of the rows, on $name',
  async (database) => {
    const app = await startApp(database)
    const client = clientOf(app)
    const importances = [0.1, 0.2, 0.3]
    const averages = []
    for (const user of ['forwards', 'backwards']) {
      const who = { user_id: user }
      const inOrder = user === 'forwards' ? importances : importances.toReversed()
      for (const [i, importance] of inOrder.entries()) {
        const id = await client.keep(who, `The lantern ${i} is lit.`)
        const { status } = await app.ask(`/v1/memories/${id}`, { ...who, importance }, { method: 'PUT' })
        expect(status).toBe(200)
      }
      averages.push((await client.stats(who)).avgImportance)
    }
    await app.close()
    expect(averages[0]).toBeCloseTo(0.2)
    expect(averages[1]).toBe(averages[0])
  },
)
