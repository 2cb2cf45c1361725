/** Mean number per second since `began`, a time of `performance.now`. */
export const perSecond = (done: number, began: number): number =>
  Math.round(done / Math.max(0.001, (performance.now() - began) / 1000))
