/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '557733e1b3e1e1d8'
