/** Of whom or what, what, and how it is: the words for it. */
export type Told = { readonly key: string; readonly attribute: string; readonly value: string }

/** Brings one kind of such a fact to the one form in which it is known; any other stays as it is. */
export type Step = (told: Told) => Told
