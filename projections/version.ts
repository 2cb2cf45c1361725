/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'f01158d9f223a9a6'
