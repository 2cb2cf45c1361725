/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '9bad90bb75410b5f'
