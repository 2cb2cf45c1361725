-- What stands once for all memories of one ingest. Its readers are those that it was ingested for.
create table episode (
  user_id text not null,
  id uuid not null,
  workspace_id text,
  agent_id text,
  visibility text,
  granted_to text[] not null,
  -- Recorded: what it says is in the log; ingested: what follows from it is, too.
  state text not null,
  source_site text not null,
  source_url text not null,
  session_id text,
  observed_at timestamptz not null,
  metadata jsonb not null,
  recorded_at timestamptz not null,
  counts jsonb,
  primary key (user_id, id)
);

-- The conversation itself, wide and seldom read. Both are null where it was erased.
create table episode_text (
  user_id text not null,
  id uuid not null,
  conversation text,
  messages jsonb,
  primary key (user_id, id)
);

create table memory_link (
  user_id text not null,
  from_id uuid not null,
  to_id uuid not null,
  similarity double precision not null,
  primary key (user_id, from_id, to_id)
);

create table memory_entity (
  user_id text not null,
  id uuid not null,
  name text not null,
  type text not null,
  primary key (user_id, id, name)
);
