/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'f94da6c8bf48a790'
