-- One row, locked first by every append: so the order of positions is the order of commits, and no follower
-- can ever pass an event that is still to be committed.
create table log.head (
  one boolean primary key default true check (one),
  position bigint not null
);

insert into log.head (position) values (0);
