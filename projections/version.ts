/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '3775a8affa065b9f'
