-- Batches of keys of what was said whose names come before this one were removed. At most one row.
create table expired_keys (
  the_one boolean primary key default true check (the_one),
  before text collate "C" not null
);
