/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'fc3ccff41a189554'
