/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'f6fabd8ddd69c023'
