/** What befalls an append: the answer is lost after the commit, or before; it hangs; it answers without a position. */
export type AppendFault = 'answer lost' | 'request lost' | 'hangs' | 'commits and hangs' | 'no position'

/** What the double does other than it should, until it is told otherwise. */
export type Script = {
  /** Taken one for each append, in turn. */
  readonly appends: AppendFault[]
  /** Reads and subscriptions are accepted and never answered. */
  readsHang: boolean
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
  stalled: false,
  doubled: false,
  catchesUpItself: false,
  checkpointAhead: false,
  scanningCosts: false,
  slowMs: 0,
  firstPosition: false,
  streamsTellPositions: true,
})
