-- What a language model found about an episode whose facts are still to be derived, so that a resumption does not pay for it
-- again. It loses an episode's rows when that has ended, and when words of it are erased.
create table episode_extraction (
  user_id text not null,
  episode_id uuid not null,
  window_no int not null,
  -- The memories that were read, in their versions, and those that were read as context.
  memories jsonb not null,
  context jsonb not null,
  -- Those that were shown as what is known.
  known jsonb not null,
  -- Both are null where the window went by rules.
  model text,
  prompt text,
  usage jsonb not null,
  dropped jsonb not null,
  -- Null where it was erased.
  facts jsonb,
  primary key (user_id, episode_id, window_no)
);

-- The memories that a model was shown with the turns of an episode: what it found there may hold words of them.
create table episode_shown (
  user_id text not null,
  memory_id uuid not null,
  episode_id uuid not null,
  shown_at timestamptz not null,
  primary key (user_id, memory_id, episode_id)
);

-- What was paid for an episode whose facts are still to be derived: a row for each event that tells of it. Its rows go when that has
-- ended, and tell nothing of what was said.
create table episode_paid (
  user_id text not null,
  episode_id uuid not null,
  command_id uuid not null,
  stage text not null,
  model text,
  prompt text,
  calls int not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  ms bigint not null,
  primary key (user_id, episode_id, command_id, stage)
);
