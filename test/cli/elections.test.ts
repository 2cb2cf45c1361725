import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { type ClusterDouble, startClusterDouble } from '../support/eventstoredb/cluster.js'
import { type Place, places } from '../support/place.js'
import { freshPrefix } from '../support/prefix.js'
import { folder, palimpsest } from './command.js'

/** What befalls the cluster while a command runs, and the address that the command is given. */
const BEFALLS: readonly (readonly [string, (cluster: ClusterDouble) => string])[] = [
  [
    'that has no leader for two seconds',
    (cluster) => {
      void cluster.elect(2000)
      return cluster.url
    },
  ],
  [
    'of which a follower is named',
    ({ nodes, leader }) => nodes.find((_, i) => i + 1 !== leader())?.url.replace('localhost', '127.0.0.1') ?? '',
  ],
  [
    'whose leader hangs',
    (cluster) => {
      void cluster.node('hang', cluster.leader() ?? 1)
      return cluster.url
    },
  ],
]

describe('a command on a log in a cluster', { timeout: 120_000 }, () => {
  const prefix = freshPrefix()
  let cluster: ClusterDouble
  let place: Place
  const settings = (url: string) => ({
    ...place.settings,
    EVENTSTORE_URL: url,
    EVENTSTORE_PREFIX: prefix,
    START_WAIT_SECONDS: '30',
    LOG_LEVEL: 'silent',
  })
  beforeAll(async () => {
    cluster = await startClusterDouble()
    const [embedded] = places
    if (embedded === undefined) throw new Error('there is no database')
    place = await embedded.make()
    const app = await startApp(place, { EVENTSTORE_URL: cluster.url, EVENTSTORE_PREFIX: prefix })
    for (const city of ['Lisbon', 'Porto', 'Faro'])
      await clientOf(app).keep({ user_id: 'anna' }, `Anna lived in ${city}.`)
    await app.close()
  })
  afterAll(async () => {
    await cluster.close()
    await place.remove()
  })

  const commands: readonly (readonly [string, RegExp, () => readonly string[]])[] = [
    ['rebuild', /tables, \d+ rows: equal\./, () => ['rebuild', '--verify']],
    ['copy-log', /Both logs hold the same \d+ events/, () => ['copy-log', '--to-data-dir', join(folder(), 'copy')]],
    ['replay check', /\bintact\b|No gap|whole/i, () => ['replay', 'check']],
  ]

  describe.each(BEFALLS)('%s', (_, befall) => {
    test.each(commands)('%s ends as ever', async (_name, said, args) => {
      const url = befall(cluster)
      const { code, stdout, stderr } = await palimpsest(args(), settings(url))
      for (const number of [1, 2, 3]) await cluster.node('start', number)
      await expect.poll(cluster.leader).toBeDefined()
      expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringMatching(said) })
    })
  })

  test.each(commands)('whose user may not read $all: %s names the right', async (_name, _said, args) => {
    for (const { script } of cluster.nodes) script.refusesAll = true
    const { code, stderr } = await palimpsest(args(), { ...settings(cluster.url), START_WAIT_SECONDS: '0' })
    for (const { script } of cluster.nodes) script.refusesAll = false
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/read .*\$all/) })
  })
})
