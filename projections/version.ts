/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '9a70353daf292cbd'
