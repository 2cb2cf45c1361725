/** Where a page begins. */
export type Start = { readonly cursor?: string; readonly offset?: number; readonly after?: string }

/** How the pages of a list follow one another. `Next` is given a page and how many items came before its end. */
export type Paging<Page, Item> = {
  readonly load: (start: Start) => Promise<Page>
  readonly itemsOf: (page: Page) => readonly Item[]
  /** Undefined where no further page is to be asked for. */
  readonly nextOf: (page: Page, seen: number) => Start | undefined
}

/**
 * A list that is fetched page by page, as it is read.
 * @example for await (const memory of ana.list({ limit: 100 })) console.log(memory.content)
 * @example const { total } = await ana.list({ limit: 1 }).page()
 */
export class Pages<Page, Item> implements AsyncIterable<Item> {
  readonly #paging: Paging<Page, Item>
  readonly #first: number

  /** `first`: how many items the caller leaves out. */
  constructor(paging: Paging<Page, Item>, first = 0) {
    this.#paging = paging
    this.#first = first
  }

  /**
   * The first page alone, with its counts.
   * @example const { total, count } = await ana.lessons().page()
   */
  page(): Promise<Page> {
    return this.#paging.load({})
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    const { load, itemsOf, nextOf } = this.#paging
    let seen = this.#first
    for (let start: Start | undefined = {}; start !== undefined; ) {
      const page = await load(start)
      const items = itemsOf(page)
      yield* items
      seen += items.length
      start = items.length === 0 ? undefined : nextOf(page, seen)
    }
  }
}

/** Of lists that name the place where the next page begins. */
export const byCursor = ({ next_cursor: cursor }: { readonly next_cursor: string | null }): Start | undefined =>
  cursor === null ? undefined : { cursor }

/** Of lists that are counted through. */
export const byOffset = ({ total }: { readonly total: number }, seen: number): Start | undefined =>
  seen < total ? { offset: seen } : undefined
