/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'd81c3b75f93d299e'
