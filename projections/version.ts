/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '12e467f0ae13e6e0'
