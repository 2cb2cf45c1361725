/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '1aba5bebb0ed7d03'
