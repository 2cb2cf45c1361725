/** An answer of a provider, or why the caller goes on without one, in words of ours that quote nothing. */
type Attempt<Value> = { readonly value: Value } | { readonly skipped: string }

/** Asks a provider for a caller who can do without; never throws for it. The signal of `ask` aborts when time is up. */
export type Guard = <Value>(ask: (signal: AbortSignal) => Promise<Value>) => Promise<Attempt<Value>>
