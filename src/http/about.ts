/** The package that serves, as its manifest has it. */
export type About = { readonly version: string; readonly description: string; readonly license: string }
