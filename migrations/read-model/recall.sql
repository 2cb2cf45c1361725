-- The receipts of searches: a row for each, so that an answer can be looked up when it is long past. Narrow but for words,
-- which are kept only where the operator wants them.
create table recall (
  user_id text not null,
  -- That of the id, in UTC.
  day date not null,
  id uuid not null,
  at timestamptz not null,
  -- Who asked; both are null for the user alone.
  workspace_id text,
  agent_id text,
  -- What the read models showed at least.
  position bigint not null,
  settings jsonb not null,
  -- The memories of the answer, best first, and of each its version and its score.
  shown uuid[] not null,
  versions int[] not null,
  scores double precision[] not null,
  -- Which filters of the search were words.
  worded text[] not null,
  -- None: they were not to be kept; kept; erased.
  words text not null,
  said jsonb,
  primary key (user_id, day, id)
);
