-- What stands once for all memories of one ingest.
create table episode (
  user_id text not null,
  id uuid not null,
  source_site text not null,
  source_url text not null,
  session_id text,
  observed_at timestamptz not null,
  metadata jsonb not null,
  recorded_at timestamptz not null,
  primary key (user_id, id)
);

create table memory_link (
  user_id text not null,
  from_id uuid not null,
  to_id uuid not null,
  similarity double precision not null,
  primary key (user_id, from_id, to_id)
);

create index memory_link_back on memory_link (user_id, to_id);

create table memory_entity (
  user_id text not null,
  id uuid not null,
  name text not null,
  type text not null,
  primary key (user_id, id, name)
);

create index memory_entity_name on memory_entity (user_id, name);
