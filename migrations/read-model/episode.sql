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
  -- As what it came: text, or messages; null where it was erased.
  form text,
  -- The episode that holds the turns before its own.
  continues uuid,
  -- Whether facts by a language model are to follow, and the request by which that is asked for again.
  awaits text not null,
  request_hash text not null,
  -- Failed attempts at deriving them, and why the last one failed.
  attempts int not null,
  failed text,
  -- Whether a part went by rules because the model failed.
  fell_back boolean not null,
  usage jsonb,
  outcomes jsonb,
  -- What came of deriving facts of its turns: counts, memories, usage, outcomes. Null until that has ended.
  derived jsonb,
  primary key (user_id, id)
);

-- The conversation itself, wide and seldom read: a row for each turn. The content is null where it was erased.
create table episode_turn (
  user_id text not null,
  episode_id uuid not null,
  turn int not null,
  -- Both are null for a conversation that came as text.
  role text,
  name text,
  content text,
  -- When the message was sent, where its client says so.
  at timestamptz,
  -- What the writer says that it replaces: its slot, and memories.
  key text,
  replaces uuid[],
  primary key (user_id, episode_id, turn)
);

create table memory_link (
  user_id text not null,
  from_id uuid not null,
  to_id uuid not null,
  kind text not null,
  similarity double precision,
  primary key (user_id, from_id, to_id, kind)
);

create table memory_entity (
  user_id text not null,
  id uuid not null,
  name text not null,
  type text not null,
  -- The name in lower case and without accents: by it mentions of the same are found.
  folded text not null,
  primary key (user_id, id, name)
);

-- What was taken in of a conversation, by names that tell nothing of its words: they stay when those are erased.
create table episode_transcript (
  user_id text not null,
  id uuid not null,
  -- Whose conversation with whom it is a part of.
  transcript uuid not null,
  -- The beginning of the conversation before its first turn.
  base uuid not null,
  -- Each turn, and each beginning of the conversation with one of them; where they go on what was sent apart, also their own.
  keys uuid[] not null,
  prefixes uuid[] not null,
  -- Messages with ids: the id, the words, and which turn of the episode says them.
  message_ids uuid[] not null,
  message_words uuid[] not null,
  message_turns int[] not null,
  -- Recorded, or ingested: only then its turns are known.
  state text not null,
  recorded_at timestamptz not null,
  primary key (user_id, id)
);
