-- Appends many commands in one transaction, each with an outcome of its own:
--   appended        with the last event's revision and position
--   replayed        the identical append was there already: the same answer as then
--   wrong_revision  with the stream's actual revision (-1: there is no stream)
--   id_conflict     some of its ids are in the log, but not as this append
-- expected: -2 any, -1 no stream, else the revision. The events of all commands stand one after the other;
-- counts says how many belong to each.
create function log.append(
  streams text[], expected bigint[], counts int[],
  ids uuid[], types text[], datas json[], metadatas json[]
) returns table (command int, outcome text, revision bigint, "position" bigint)
language plpgsql
-- A fresh table has no statistics, and the planner would scan it for every command.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  last_position bigint;
  current_revision bigint;
  first_event int := 1;
  last_event int;
  known int;
  known_here int;
begin
  select h.position into last_position from log.head h where h.one for update;
  for number in 1 .. cardinality(streams) loop
    command := number - 1;
    last_event := first_event + counts[number] - 1;
    select s.revision into current_revision from log.stream s where s.name = streams[number];
    current_revision := coalesce(current_revision, -1);
    select count(*), count(*) filter (where e.stream = streams[number]), max(e.revision), max(e.position)
      into known, known_here, revision, position
      from log.event e
      where e.id = any (ids[first_event:last_event]);
    if known_here = counts[number] then
      outcome := 'replayed';
    elsif known > 0 then
      outcome := 'id_conflict';
    elsif expected[number] >= -1 and expected[number] <> current_revision then
      outcome := 'wrong_revision';
      revision := current_revision;
    else
      insert into log.event (position, stream, revision, id, type, data, metadata, bytes)
        select last_position + n, streams[number], current_revision + n, e.id, e.type, e.data, e.metadata,
               octet_length(e.data::text) + octet_length(e.metadata::text)
        from unnest(ids[first_event:last_event], types[first_event:last_event],
                    datas[first_event:last_event], metadatas[first_event:last_event])
          with ordinality as e (id, type, data, metadata, n);
      last_position := last_position + counts[number];
      revision := current_revision + counts[number];
      position := last_position;
      outcome := 'appended';
      insert into log.stream as s (name, revision) values (streams[number], revision)
        on conflict (name) do update set revision = excluded.revision;
    end if;
    return next;
    first_event := last_event + 1;
  end loop;
  update log.head h set position = last_position where h.one and h.position <> last_position;
end
$$;
