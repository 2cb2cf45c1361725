/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '7b61cd489b104e1c'
