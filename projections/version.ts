/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '57ac5016f95a6f72'
