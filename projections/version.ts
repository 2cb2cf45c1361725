/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '33354fd5e8d7ea95'
