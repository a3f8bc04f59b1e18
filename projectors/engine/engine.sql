-- How far the read models are. position: everything up to it was considered; event_*: the last one applied.
create table checkpoint (
  id integer primary key check (id = 1),
  position bigint not null,
  event_position bigint,
  event_id uuid,
  moved_at timestamptz not null default now(),
  -- When they first showed everything that stood in the log; null while they are being made.
  filled_at timestamptz
);
insert into checkpoint (id, position) values (1, -1);

-- Facts that could not be applied, with all later ones of their streams. Nothing else waits for them.
create table parked_events (
  id uuid primary key,
  stream text not null,
  type text not null,
  position bigint not null,
  error text not null,
  parked_at timestamptz not null default now(),
  -- The operator wants the stream to be tried again; null once it was.
  retry_asked_at timestamptz,
  retried_at timestamptz
);
create index on parked_events (stream, position);
create index on parked_events (retry_asked_at) where retry_asked_at is not null;

-- Names are compared byte by byte, so that those with the same beginning are a range.
create table list_totals (
  id text collate "C" primary key,
  n bigint not null,
  next_pos bigint not null,
  last_at timestamptz
);

-- How many rows of a list, or of one of its facets, stand in each block of 2^lvl places; level 63 is all of them.
-- An empty block has no row.
create table list_blocks (
  lvl smallint not null,
  list text collate "C" not null,
  b bigint not null,
  n integer not null,
  primary key (lvl, list, b)
);
