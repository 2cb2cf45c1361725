-- What was done with the admin key: one row for each thing that a command did to a memory or an episode.
create table admin_action (
  user_id text not null,
  command_id uuid not null,
  action text not null,
  -- The memory, or else the episode, or else the command itself.
  about uuid not null,
  memory_id uuid,
  episode_id uuid,
  at timestamptz not null,
  -- How much there was, where a whole user was erased.
  extent jsonb,
  primary key (user_id, command_id, action, about)
);
