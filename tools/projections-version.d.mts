export const ingredients: () => Promise<Readonly<Record<string, string>>>
export const digestOf: (parts: Readonly<Record<string, string>>) => string
