/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'bfbda904c97129e9'
