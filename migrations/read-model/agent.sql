-- How far a user trusts each agent of which anything was said. A user has few agents: all of them are read at once.
create table agent (
  user_id text not null,
  agent_id text not null,
  trust_level double precision not null,
  display_name text,
  version int not null,
  primary key (user_id, agent_id)
);

-- Each change of it.
create table agent_trust (
  user_id text not null,
  agent_id text not null,
  version int not null,
  trust_level double precision not null,
  display_name text,
  at timestamptz not null,
  actor_key text not null,
  actor_agent text,
  primary key (user_id, agent_id, version)
);

-- The agents that ever told anything, and when last. That an agent is here may say that it has memories of its own: it is
-- for the owner alone.
create table agent_author (
  user_id text not null,
  agent_id text not null,
  last_at timestamptz not null,
  primary key (user_id, agent_id)
);
