/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '9e3d1df5741f3d77'
