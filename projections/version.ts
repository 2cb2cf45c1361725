/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '80d61f719608ebaa'
