-- Hot and narrow: what decides who may see a memory, where it stands and when it happened.
-- Every key of every read table starts with the user, so that the tables can be partitioned as they are.
create table memory (
  user_id text not null,
  id uuid not null,
  workspace_id text,
  agent_id text,
  visibility text,
  granted_to text[] not null,
  reader_group text not null,
  status text not null,
  version int not null,
  session text not null,
  ordinal bigint not null,
  subject text,
  -- The slot that its writer says it takes.
  key text,
  memory_type text not null,
  network text not null,
  source_site text not null,
  namespace text not null,
  session_id text,
  episode_id uuid not null,
  -- Who said it, and the first and the last of the episode's turns that it was made of; null for what was made of other memories.
  role text,
  turn int,
  last_turn int,
  importance double precision not null,
  trust_score double precision not null,
  created_at timestamptz not null,
  observed_at timestamptz not null,
  -- Of the clock that this was told by, as far as known, and the day that the clock showed.
  observed_offset text,
  occurred_on date,
  expired_at timestamptz,
  deleted_at timestamptz,
  -- The commands that did that: what one of them took comes back together. Two may have one time.
  superseding_command uuid,
  deleting_command uuid,
  -- Whether it was deleted for its words: then these are known of every earlier day.
  gone_on_all_days boolean not null,
  -- When its writer asked for that, where a time before the deletion was given, and the offset of the clock there.
  gone_asked_at timestamptz,
  gone_asked_offset text,
  text_hash uuid,
  -- How a fact came to be known; null for what was taken over as it was said.
  claim_type text,
  -- When the fact holds, as far as known.
  valid_from date,
  valid_to date,
  -- The memory that took its place, while it is superseded by one.
  superseded_by uuid,
  -- The memory that a turn of an assistant only says again: it is shown after it, and goes with it.
  echo_of uuid,
  -- The version that first set the words of now: an earlier one where they were restored.
  words_of int not null,
  -- The revision of the bank stream at which any row of the memory was last changed: by it an index notices what is new.
  revision bigint not null,
  primary key (user_id, id)
);

-- Of all statuses: of a table that was never analysed the planner takes the active ones for few, and would read any memory by an index of them.
create index memory_place on memory (user_id, reader_group, session, ordinal, id) include (status);

-- The counters stand apart, so that a recall never rewrites a memory.
create table memory_access (
  user_id text not null,
  id uuid not null,
  access_count int not null,
  last_accessed_at timestamptz not null,
  primary key (user_id, id)
);

-- Who may read the memories of a group. A user has few groups, and many memories in each.
create table reader_group (
  user_id text not null,
  reader_group text not null,
  workspace_id text,
  agent_id text,
  visibility text,
  granted_to text[] not null,
  primary key (user_id, reader_group)
);
