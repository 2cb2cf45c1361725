/** The best of very many, in an order: most are refused by a comparison with the worst of those that were kept. */
export class Best<Item> {
  /** The worst once there are enough: what comes after it need not be added. */
  worst: Item | undefined
  private items: Item[] = []
  private readonly most: number
  private readonly inOrder: (a: Item, b: Item) => number

  constructor(most: number, inOrder: (a: Item, b: Item) => number) {
    this.most = most
    this.inOrder = inOrder
  }

  add(item: Item): void {
    this.items.push(item)
    if (this.items.length >= 2 * this.most) this.best()
  }

  /** Best first. */
  best(): readonly Item[] {
    this.items = this.items.sort(this.inOrder).slice(0, this.most)
    this.worst = this.items[this.most - 1]
    return this.items
  }
}
