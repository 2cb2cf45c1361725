/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'ded10f36163a8687'
