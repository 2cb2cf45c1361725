/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '081538a11d7ce608'
