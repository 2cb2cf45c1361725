import { setTimeout as pause } from 'node:timers/promises'
import type { Member } from './gossip.js'
import { type EventStoreDouble, startEventStoreDouble } from './server.js'
import { createServerLog } from './server-log.js'

type NodeAction = 'stop' | 'hang' | 'start'

/** What a test does to a cluster: nodes are numbered from 1. */
export type ClusterDouble = {
  /** As EVENTSTORE_URL, with every node. */
  readonly url: string
  readonly nodes: readonly EventStoreDouble[]
  /** The node that leads; undefined while there is none. */
  readonly leader: () => number | undefined
  /** Stops a node, or lets it hang, or has it go on; the others elect a leader by themselves where most are left. */
  readonly node: (action: NodeAction, number: number) => Promise<void>
  /** Nobody leads for some milliseconds; then another node than before. */
  readonly elect: (leaderlessMs: number) => Promise<void>
  readonly close: () => Promise<void>
}

const SIZE = 3
/** How long the nodes take for an election. */
const ELECTION_MS = 300

/** Three servers with one log, of which one leads: what is written is on all of them, and only the leader answers. */
export const startClusterDouble = async ({ electionMs = ELECTION_MS } = {}): Promise<ClusterDouble> => {
  const log = createServerLog()
  const nodes: EventStoreDouble[] = []
  const states = new Map<number, 'up' | 'stopped' | 'hung'>()
  let leader: number | undefined = 1
  const isUp = (number: number) => states.get(number) === 'up'
  const members = (): readonly Member[] =>
    nodes.map(({ port }, i) => ({ port, isAlive: isUp(i + 1), leads: leader === i + 1 }))
  for (let number = 1; number <= SIZE; number++) {
    nodes.push(await startEventStoreDouble({ log, members }))
    states.set(number, 'up')
  }
  const candidates = () => [...states.keys()].filter(isUp)
  const elect = async (leaderlessMs: number) => {
    const before = leader
    leader = undefined
    // A node that hangs ends nothing.
    if (before !== undefined && isUp(before)) nodes[before - 1]?.drop()
    await pause(leaderlessMs)
    const up = candidates()
    if (up.length <= SIZE / 2 || leader !== undefined) return
    leader = up.find((number) => number > (before ?? 0)) ?? up[0]
  }
  const node = async (action: NodeAction, number: number) => {
    const double = nodes[number - 1]
    if (double === undefined) throw new RangeError(`there is no node ${number}`)
    const before = states.get(number)
    states.set(number, action === 'start' ? 'up' : action === 'stop' ? 'stopped' : 'hung')
    Object.assign(double.script, { isHung: action === 'hang', stalled: action === 'hang' })
    if (action === 'stop') await double.stop()
    if (action === 'start' && before === 'stopped') await double.restart()
    const hasQuorum = candidates().length > SIZE / 2
    if (!hasQuorum || leader === undefined || !isUp(leader)) void elect(electionMs)
  }
  const close = async () => {
    for (const { script } of nodes) script.isHung = false
    await Promise.all(nodes.map((each) => each.close()))
  }
  const url = `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`
  return { url, nodes, leader: () => leader, node, elect, close }
}
