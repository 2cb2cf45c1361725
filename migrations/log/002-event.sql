create table log.stream (
  name text primary key,
  revision bigint not null
);

create table log.event (
  position bigint primary key,
  stream text not null,
  revision bigint not null,
  id uuid not null unique,
  type text not null,
  data json not null,
  metadata json not null,
  -- Length of data and metadata, so that a follower can bound what it reads without reading it.
  bytes int not null,
  unique (stream, revision)
);
