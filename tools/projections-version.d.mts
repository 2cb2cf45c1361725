export const ingredients: () => Promise<Readonly<Record<string, string>>>
export const versionOf: (parts: Readonly<Record<string, string>>) => string
