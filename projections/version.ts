/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'e810ccb72f07a99d'
