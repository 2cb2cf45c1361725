/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = 'd97a305ed4341bde'
