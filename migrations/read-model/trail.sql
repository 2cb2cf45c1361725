-- The version trail, in three tables because an event knows only what it changed.
-- Reading the past takes the last row of each that is not later than the instant.
create table memory_version (
  user_id text not null,
  id uuid not null,
  version int not null,
  action text not null,
  status text not null,
  at timestamptz not null,
  reason text,
  actor_key text not null,
  actor_agent text,
  episode_id uuid,
  primary key (user_id, id, version)
);

-- Only versions that set the words.
create table memory_wording (
  user_id text not null,
  id uuid not null,
  version int not null,
  content text not null,
  speaker text,
  subject text,
  key text,
  memory_type text not null,
  metadata jsonb not null,
  language text not null,
  is_question boolean not null,
  answer_bits smallint not null,
  -- The days that the metadata name.
  named_days datemultirange not null,
  importance double precision not null,
  network text not null,
  trust_score double precision not null,
  keywords text not null,
  opinion_confidence double precision,
  observation_subject text,
  -- What is known of a fact besides: how it came to be known, on what it rests, what it says. Null for what was taken
  -- over as it was said.
  fact jsonb,
  -- The version that first set these words: an earlier one where they were restored.
  words_of int not null,
  embedding vector,
  -- Whether the model has seen the words: a text may have no vector.
  embedded boolean not null,
  -- As in memory_text.
  own_words tsvector not null,
  text_len int not null,
  name_len int not null,
  primary key (user_id, id, version)
);

-- What the model has yet to see: nothing, but while one model takes the place of another.
create index memory_wording_lacking on memory_wording (user_id, id, version) where not embedded;

-- Only versions that set the readers.
create table memory_readers (
  user_id text not null,
  id uuid not null,
  version int not null,
  workspace_id text,
  agent_id text,
  visibility text,
  granted_to text[] not null,
  -- Null where a version changed the readers alone.
  trust_score double precision,
  primary key (user_id, id, version)
);
