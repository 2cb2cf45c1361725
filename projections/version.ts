/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '96ba39bcce5900c3'
