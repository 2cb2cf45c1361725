-- What agents have learned. A lesson warns one scope: the user, or one agent of a workspace.
create table lesson (
  user_id text not null,
  id uuid not null,
  workspace_id text,
  agent_id text,
  lesson_type text not null,
  severity text not null,
  -- Whether somebody reported it; otherwise it arose by itself.
  reported boolean not null,
  -- Where the text came from that it arose from; null where that is not its cause.
  source_site text,
  -- The other agent, or the conflict, that it arose from; null where that is not its cause.
  cause text,
  -- active, deactivated, or expired because there were too many.
  status text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- How often it was told.
  failure_count int not null,
  -- Empty once it was erased, as are the examples.
  pattern text not null,
  wrong_example text,
  right_example text,
  -- Of the pattern, whatever its case, punctuation and white space; null once it was erased.
  pattern_hash uuid,
  -- Whether the model of these tables has seen the pattern.
  embedded boolean not null,
  embedding vector,
  primary key (user_id, id)
);

-- The memories that a lesson is about.
create table lesson_source (
  user_id text not null,
  lesson_id uuid not null,
  memory_id uuid not null,
  -- When it was told, and its place among those told then.
  added_at timestamptz not null,
  place int not null,
  primary key (user_id, lesson_id, memory_id)
);
