/** What a search has assumed of the index does not hold: it is to be done again. */
export class AssumptionFailed extends Error {}

/** Runs a search with the index as it was opened last, which saves a statement; anew where that does not hold any more. */
export const optimistically = async <Result>(
  mayAssume: boolean,
  run: (mayAssume: boolean) => Promise<Result>,
): Promise<Result> => {
  try {
    return await run(mayAssume)
  } catch (error) {
    if (!(error instanceof AssumptionFailed)) throw error
    return run(false)
  }
}
