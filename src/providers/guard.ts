/** An answer of a provider, or why the caller goes on without one, in words of ours that quote nothing. */
type Attempt<Value> = { readonly value: Value } | { readonly skipped: string }

/**
 * Asks a provider on behalf of somebody who can do without. Never throws for the provider's sake. `ask` gets a signal that
 * aborts when its time is up.
 */
export type Guard = <Value>(ask: (signal: AbortSignal) => Promise<Value>) => Promise<Attempt<Value>>
