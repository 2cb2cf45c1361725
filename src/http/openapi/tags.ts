/** The sections of the OpenAPI document, in order. */
export const tags = {
  Ingest: 'Conversations in, memories out.',
  Search: 'Find the memories that speak to a query, ready to be put before a model.',
  Memories: 'The records themselves.',
  Episodes: 'The conversations that memories come from.',
  Agents: 'Who writes for a user, and how far each is trusted.',
  Audit: 'What happened to a memory, when, by whom and why.',
  Admin: 'For whoever runs the service; the admin key only.',
  Service: 'How the service is, and what it can do.',
} as const

export type Tag = keyof typeof tags
