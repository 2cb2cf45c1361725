/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'd56587f1f72f4ea6'
