/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'fb2cd01c22d2a7fa'
