-- Contradictions between agents of a workspace, resolved ones as well. Which of its memories a caller may see is a matter
-- of those memories.
create table conflict (
  user_id text not null,
  id uuid not null,
  workspace_id text not null,
  -- The agents of the existing memory and of the new one.
  agent_a text not null,
  agent_b text not null,
  status text not null,
  existing_id uuid not null,
  new_id uuid not null,
  -- The versions that it was opened about.
  existing_version int not null,
  new_version int not null,
  -- What the new memory replaces when it becomes active: versions by memory. Null where it names nothing.
  replaces jsonb,
  confidence double precision,
  reason text not null,
  suggested text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while it is open.
  resolved_at timestamptz,
  resolved_because text,
  primary key (user_id, id)
);

-- Whose a conflict is: the one table whose key does not start with the user, because a conflict is also resolved by its id
-- alone.
create table conflict_user (
  id uuid primary key,
  user_id text not null
);
