/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'a5965d8cfdd69e22'
