/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'ab38a3aebf45ddbb'
