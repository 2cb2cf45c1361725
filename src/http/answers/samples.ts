/** What the examples of the description speak of, so that they tell one story. */
export const MEMORY = '7d3f1c9e-2a54-5b1d-8e0f-3c6a9b2d4e5f'
export const OTHER_MEMORY = '1b9d6bcd-bbfd-5b2d-9b5d-ab8dfbbd4bed'
export const EPISODE = '0198c5a2-7b1e-7c3d-9f40-1a2b3c4d5e6f'
export const AT = '2026-05-08T09:30:00.000Z'
