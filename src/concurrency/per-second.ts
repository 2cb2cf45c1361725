/** How many of them were done a second, on average since `began` (of `performance.now`). */
export const perSecond = (done: number, began: number): number =>
  Math.round(done / Math.max(0.001, (performance.now() - began) / 1000))
