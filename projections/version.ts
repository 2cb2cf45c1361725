/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '6bdc683465f7dfd8'
