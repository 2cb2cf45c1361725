/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '85af3cb2d07472df'
