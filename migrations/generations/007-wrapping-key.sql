-- Which key the data keys are wrapped by, told by a mark from which it cannot be worked out. A process that still has a former
-- one makes no keys any more: nobody could open them.
create table generations.wrapping_key (
  is_one boolean primary key default true check (is_one),
  mark text not null
);
