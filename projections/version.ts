/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '77293df22e00f92d'
