/**
 * What befalls an append: the answer is lost after the commit, or before; it hangs; it answers without a position; an election
 * during it makes the server answer that it does not lead, and the next leader has kept the append or cut it off.
 */
export type AppendFault =
  | 'answer lost'
  | 'request lost'
  | 'hangs'
  | 'commits and hangs'
  | 'no position'
  | 'is kept at an election'
  | 'is cut off at an election'

/** What the double does other than it should, until it is told otherwise. */
export type Script = {
  /** Taken one for each append, in turn. */
  readonly appends: AppendFault[]
  /** Reads and subscriptions are accepted and never answered. */
  readsHang: boolean
  /** Nothing is answered at all, not even who leads; the connections stay. */
  isHung: boolean
  /** Milliseconds before a call is looked at. */
  lateMs: number
  /** It knows of no node at all when it is asked who leads. */
  gossipsNobody: boolean
  /** Whether it names the leader where it does not lead itself; else it says only that it does not. */
  namesLeader: boolean
  /** Users may read their streams but not `$all`. */
  refusesAll: boolean
  /** Subscriptions stay open and say nothing more. */
  stalled: boolean
  /** Every event of a subscription comes twice, and now and then old ones again. */
  doubled: boolean
  /** Subscribers that are live and have more to come than is kept for them go back to reading by themselves, as from 24.2 on. */
  catchesUpItself: boolean
  /** Who goes over to live events is sent a checkpoint where the next event of the filter stands, as before 23.6. */
  checkpointAhead: boolean
  /** Whether passing over events takes as long as it takes a real server. */
  scanningCosts: boolean
  /** Milliseconds before each event of a subscription. */
  slowMs: number
  /** Appends are answered with the position of their first event. */
  firstPosition: boolean
  /** Whether the events of a stream say where they stand in the log. */
  streamsTellPositions: boolean
}

export const createScript = (): Script => ({
  appends: [],
  readsHang: false,
  isHung: false,
  lateMs: 0,
  gossipsNobody: false,
  namesLeader: true,
  refusesAll: false,
  stalled: false,
  doubled: false,
  catchesUpItself: false,
  checkpointAhead: false,
  scanningCosts: false,
  slowMs: 0,
  firstPosition: false,
  streamsTellPositions: true,
})
