/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '60cd4671122b5c66'
