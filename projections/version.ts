/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '4b9d2fbdee5d2f42'
