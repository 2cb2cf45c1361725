/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '69cd7557ee8be73c'
