/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'e4e171f721aff77c'
