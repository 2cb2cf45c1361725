/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '97559fd9e0482e14'
