-- How far each partition of the read models is: everything up to position was considered; event_* name the last event
-- applied. The number of rows is the number of partitions, and stays as long as the tables.
create table checkpoint (
  partition integer primary key,
  position bigint not null,
  event_position bigint,
  event_id uuid,
  moved_at timestamptz not null default now(),
  -- When they first showed everything that the log held; null while they are being filled.
  filled_at timestamptz
);

-- Facts that could not be applied, with all later ones of their streams.
create table parked_events (
  id uuid primary key,
  stream text not null,
  type text not null,
  position bigint not null,
  error text not null,
  -- Null for a fact that belongs to none.
  account_id uuid,
  partition integer not null,
  parked_at timestamptz not null default now(),
  -- Set while an operator's request to retry the stream is open.
  retry_asked_at timestamptz,
  retried_at timestamptz
);
create index on parked_events (stream, position);
create index on parked_events (account_id);
create index on parked_events (retry_asked_at) where retry_asked_at is not null;

-- Accounts that were erased: later facts of theirs change no row, and their rows are removed.
create table erased_accounts (
  id uuid primary key,
  -- Whether their rows are removed.
  removed boolean not null
);

-- The collation compares byte by byte, so that names with the same prefix are a range.
create table list_totals (
  id text collate "C" primary key,
  n bigint not null,
  next_pos bigint not null,
  last_at timestamptz
);

-- Rows of a list, or of one of its facets, in each block of 2^lvl places; level 63 is the whole list. An empty block
-- has no row.
create table list_blocks (
  lvl smallint not null,
  list text collate "C" not null,
  b bigint not null,
  n integer not null,
  primary key (lvl, list, b)
);
