/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '6e3aa287db6123cc'
