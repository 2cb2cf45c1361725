import type { FieldDoc } from './field-docs.js'

const saying = (says: string, example: unknown): FieldDoc => ({ says, example })

const refused: Readonly<Record<string, FieldDoc>> = {
  error: saying('What is wrong, for people.', 'user_id: required; limit: must be at most 100'),
  message: saying('What is wrong with the key, for people.', 'The API key is not valid'),
  detail: saying('What exactly, and what to do.', 'The read models do not show it yet; try again'),
  request_id: saying("The request's id in the log of the service.", '0198c5a2-7b1e-7c3d-9f40-1a2b3c4d5e6f'),
  retryable: saying('The same request may succeed later.', true),
  rejected: saying('The fields to leave out.', ['embedding_model']),
}

const traced: Readonly<Record<string, FieldDoc>> = {
  observability: saying('How the answer came about; when the request says `trace`.', {
    ...{ packaging: { tier_budget_tokens: 2000 }, assembly: { injection_tokens: 19 } },
    retrieval: { stages: [{ name: 'candidates', count: 12, duration_ms: 3.2 }], terms: [], scores: [] },
  }),
  retrieval: saying('How the memories were found.', { stages: [], terms: [], scores: [] }),
  packaging: saying('How they were fitted into the budget.', { tier_budget_tokens: 2000 }),
  assembly: saying('What became of them as text.', { injection_tokens: 19 }),
  stages: saying('The stages, in the order they ran.', [{ name: 'candidates', count: 12, duration_ms: 3.2 }]),
  terms: saying('The terms of the query.', [{ term: 'lisbon', memories: 2 }]),
  scores: saying('What the scores were made of.', []),
  duration_ms: saying('How long it took, in milliseconds.', 3.2),
  skipped: saying('Whether there was nothing for it to do.', false),
  term: saying('A stem, or a word as it is written.', 'lisbon'),
  lexical: saying('Of the words of the query.', 0.41),
  kindred: saying('Of words near them in meaning.', 0.05),
  cosine: saying('Of the meaning.', 0.61),
  'Observability.name': saying('The name of the stage.', 'candidates'),
  question: saying('What is taken off because the memory is a question.', 0),
  length: saying('What the length of the text adds.', 0.12),
  date: saying('What the time that the query names adds.', 0.3),
  answer: saying('What a fitting kind of answer adds.', 0.1),
  recency: saying('What being recent adds.', 0.004),
  access: saying('What being wanted often adds.', 0.002),
  returned: saying('Whether the answer holds it.', true),
  tier_budget_tokens: saying('How many tokens there were for the text.', 2000),
  injection_tokens: saying('How many tokens the text has, about.', 19),
}

const counted: Readonly<Record<string, FieldDoc>> = {
  factsExtracted: saying('Facts that the conversation holds.', 2),
  memoriesStored: saying('Memories that are new.', 2),
  memoriesUpdated: saying('Rewritten, or superseded by a new memory.', 0),
  memoriesDeleted: saying('Retracted.', 0),
  memoriesSkipped: saying('Blocked, or implied already.', 0),
  duplicates: saying('Facts that were known already, in the same words.', 1),
  linksCreated: saying('Links to memories that are alike.', 1),
  compositesCreated: saying('Memories made of several others.', 0),
  max_memories: saying('How many active memories the user may have.', 100_000),
  creates: saying('How often a memory was stored.', 12),
  updates: saying('How often one was changed.', 3),
  deletes: saying('How often one was deleted.', 1),
  byAction: saying('How often each action was done.', { add: 12, update: 3, delete: 1 }),
  add: saying('Memories stored.', 12),
  update: saying('Corrections.', 3),
  supersede: saying('Memories that another took the place of.', 0),
  delete: saying('Memories deleted.', 1),
  clarify: saying('Contradictions that were told apart.', 0),
  share: saying('Changes of who may read.', 0),
  erase: saying('Memories erased.', 0),
  actions: saying('What was done, newest first.', []),
  next_after: saying('What to send as `after` for the next page.', 'ana'),
  users: saying('The users of this page.', []),
}

const running: Readonly<Record<string, FieldDoc>> = {
  'Greeting.name': saying('What this is.', 'palimpsest'),
  'Greeting.version': saying('The version of the service.', '0.1.0'),
  health: saying('Where to ask how the service is.', '/health'),
  docs: saying('Where the description for people is.', '/docs'),
  openapi: saying('The version of OpenAPI that this is written in.', '3.1.1'),
  info: saying('What is described: title, version, licence.', { title: 'palimpsest', version: '0.1.0' }),
  paths: saying('The operations, by path and method.', {}),
  reason: saying('Why, or what is down.', 'Event store unavailable'),
  projector: saying('What brings the read models up to date does this now.', 'running'),
  beside: saying('The model that the store is being changed to or was changed from; null: no change is under way.', {
    ...{ model: 'model-two', dimensions: 8, lag: 0 },
  }),
  model: saying('The name of the embedding model.', 'static-en'),
  dimensions: saying('The length of its vectors.', 256),
  lag: saying('Events that the read models lack.', 0),
  config: saying('The settings in force.', { retrieval_profile: 'balanced' }),
  retrieval_profile: saying('Preset of depth and diversity of a search.', 'balanced'),
  embedding_provider: saying('Where embeddings come from.', 'builtin'),
  embedding_model: saying('The model that embeds.', 'static-en'),
  embedding_dimensions: saying('The length of its vectors.', 256),
  llm_provider: saying('Where a language model is; `none`: rules do without.', 'none'),
  llm_model: saying('The language model.', 'none'),
  event_store: saying('Where the log is.', 'postgres'),
  database: saying('Where the read models are.', 'postgres'),
  end: saying('Where the log ends; null while it has not said.', '42'),
  end_age_ms: saying('How long ago the log said so, in milliseconds.', 3),
  'Unavailable.status': saying('That something is down.', 'degraded'),
  position: saying('A place in the log, in digits.', '42'),
  applied: saying('The settings that were turned.', ['maxSearchResults']),
  note: saying('What that means for other processes and the next start.', 'In memory only, until the next start'),
}

/** The same, for refusals, traces, counts and what operators ask. */
export const operatorFieldDocs: Readonly<Record<string, FieldDoc>> = { ...refused, ...traced, ...counted, ...running }
