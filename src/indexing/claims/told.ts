/** Of whom or what, what, and how it is: the words for it. */
export type Told = { readonly key: string; readonly attribute: string; readonly value: string }
